// What one connection has heard about the keys its client offers: asked once per key and login.
import type { Client } from '@sshore/client'
import type { UserId } from '@sshore/contract'
import type { KeySignature, OfferedKey } from '../ssh/authentication-service.ts'
import type { LoginFailure } from './failures.ts'
import type { Permits } from './permits.ts'
import { shownFingerprintOf } from './public-key.ts'
import { judgeKey, type KeyJudgement } from './registered-key.ts'
import type { Demands } from './signature.ts'
import type { Target } from './target.ts'
import { provesPossession, readUserKey, type UserKey } from './user-key.ts'

export interface GoodKey {
  readonly key: UserKey
  readonly permits: Permits
  readonly demands: Demands
  /** The member for whom a certificate of ours was made. */
  readonly userId: UserId | undefined
}

export class KeyJudge {
  readonly #client: Client
  readonly #address: string
  readonly #today: () => Date
  readonly #judgements = new Map<string, Promise<KeyJudgement>>()
  readonly #unknown = new Set<string>()

  /** `address` is the client's. */
  constructor(client: Client, address: string, today: () => Date) {
    this.#client = client
    this.#address = address
    this.#today = today
  }

  /** Fingerprints of the keys that nobody knows, as people know them. */
  get unknown(): string[] {
    return [...this.#unknown]
  }

  /** Asks anew from now on. */
  forget(): void {
    this.#judgements.clear()
  }

  /** Whether the key opens the device for the login. Changes nothing anywhere. */
  async judge(target: Target, offered: OfferedKey): Promise<GoodKey | LoginFailure> {
    const key = readUserKey(offered)
    if (typeof key === 'string') return { code: 'key_problem', problem: key }
    const name = shownFingerprintOf(key.offered)
    let judging = this.#judgements.get(name)
    if (!judging) {
      const visit = { login: target.login, address: this.#address, now: this.#today() }
      judging = judgeKey(this.#client, target.device, visit, key)
      this.#judgements.set(name, judging)
    }
    const judgement = await judging
    const { login, address } = target
    const fingerprint = key.shownFingerprint
    switch (judgement.outcome) {
      case 'allowed':
        return { key, permits: judgement.permits, demands: judgement.demands, userId: judgement.userId }
      case 'certificate':
        return { code: 'certificate', defect: judgement.defect, login }
      case 'other_username':
        return { code: 'key_other_login', login, fingerprint }
      case 'other_device':
        return { code: 'key_other_device', address, fingerprint }
      default:
        this.#unknown.add(key.certificate ? `${fingerprint} (certificate of an unknown authority)` : fingerprint)
        return { code: 'keys_unknown', fingerprints: this.unknown, address }
    }
  }

  /** Whether the client also holds the key. */
  async prove(
    target: Target,
    offered: OfferedKey,
    proof: KeySignature,
  ): Promise<GoodKey | LoginFailure | 'bad_signature'> {
    const judged = await this.judge(target, offered)
    if ('code' in judged) return judged
    switch (provesPossession(judged.key, proof, judged.demands)) {
      case 'good':
        return judged
      case 'bad':
        return 'bad_signature'
      case 'not_touched':
        return { code: 'not_touched' }
      case 'not_verified':
        return { code: 'not_verified' }
    }
  }
}
