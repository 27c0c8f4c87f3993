// Decides, for one SSH connection, who gets in: which device is meant, whether it can be reached, whether the key or
// the password is good. The device is spoken to only after a proof was given.
import type { Client } from '@sshore/client'
import { type DeviceUid, networkOf, type Proof, type ReachableDevice, type SessionUid } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import type {
  AuthenticationMethod,
  Authenticator,
  KeySignature,
  OfferedKey,
  Verdict,
} from '../ssh/authentication-service.ts'
import type { AttemptLimiter } from './attempt-limiter.ts'
import { type DeviceLogin, logInOnDevice } from './device-login.ts'
import { explain, type LoginFailure, type LoginRefusal } from './failures.ts'
import { judgeKey, type KeyJudgement } from './registered-key.ts'
import { findTarget, type Target } from './target.ts'
import { provesPossession, readUserKey, type UserKey } from './user-key.ts'

export interface GatekeeperServices {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly limiter: AttemptLimiter
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
  /** An attempt was decided; for metrics and the log, never with secrets. */
  readonly onAttempt: (method: string, outcome: string) => void
  /** The connection is turned away for good. */
  readonly onFailure: (user: string, summary: string) => void
  readonly onFault: (error: unknown) => void
}

export interface Endpoints {
  readonly client: { readonly address: string; readonly port: number }
  readonly server: { readonly address: string; readonly port: number }
}

/** Somebody who was let in. */
export interface Admission {
  readonly device: ReachableDevice
  /** Login name on the device. */
  readonly username: string
  readonly method: AuthenticationMethod
  readonly login: DeviceLogin
}

/** Like OpenSSH's MaxAuthTries: proofs that failed, before the connection ends. */
const failuresMost = 6
/** Keys that may be offered without proof; ssh-agents hold many, and each costs a look-up. */
const offersMost = 32
const methods: readonly AuthenticationMethod[] = ['publickey', 'password', 'keyboard-interactive']
/** After these another attempt on the same connection cannot end better. */
const final: ReadonlySet<LoginRefusal> = new Set([
  'account_expired',
  'no_shell',
  'other_user',
  'too_many_attempts',
  'fault',
])

const guesses: ReadonlySet<LoginFailure['code']> = new Set(['malformed_address', 'unknown_namespace', 'unknown_device'])

export class Gatekeeper implements Authenticator {
  readonly #services: GatekeeperServices
  readonly #sessionUid: SessionUid
  readonly #endpoints: Endpoints
  #target: Promise<Target | LoginFailure> | undefined
  readonly #judgements = new Map<string, Promise<KeyJudgement>>()
  readonly #unknownKeys = new Set<string>()
  readonly #told = new Set<string>()
  #offers = 0
  #failures = 0
  #closed = false
  /** Set once somebody was let in. */
  admission: Admission | undefined

  constructor(services: GatekeeperServices, sessionUid: SessionUid, endpoints: Endpoints) {
    this.#services = services
    this.#sessionUid = sessionUid
    this.#endpoints = endpoints
  }

  /** The client is gone: a login that the device still grants is ended at once. */
  close(): void {
    this.#closed = true
  }

  none(user: string): Promise<Verdict> {
    return this.#decide(user, 'none', () => Promise.resolve({ outcome: 'refused', methods }))
  }

  offer(user: string, offered: OfferedKey): Promise<Verdict> {
    return this.#decide(user, 'offer', async (target) => {
      this.#offers += 1
      if (this.#offers > offersMost) return this.#endTooMany(target)
      const judged = await this.#judge(target, offered)
      return 'code' in judged ? this.#refuseKey(judged) : { outcome: 'key-acceptable', key: offered }
    })
  }

  prove(user: string, offered: OfferedKey, proof: KeySignature): Promise<Verdict> {
    return this.#decide(user, 'publickey', async (target) => {
      // What was found when the key was offered may be minutes old.
      this.#judgements.clear()
      const judged = await this.#judge(target, offered)
      if ('code' in judged) return this.#refuseKey(judged)
      if (!provesPossession(judged, proof)) return this.#countFailure(target, { code: 'too_many_attempts' })
      const key = judged.blob.toString('base64')
      return this.#enter(user, target, 'publickey', { kind: 'publickey', algorithm: judged.algorithm, key })
    })
  }

  password(user: string, password: string): Promise<Verdict> {
    return this.#decide(user, 'password', (target) => this.#withPassword(user, target, 'password', password))
  }

  ask(user: string): Promise<Verdict> {
    return this.#decide(user, 'ask', ({ login, device }) =>
      Promise.resolve({ outcome: 'ask', prompt: `Password of ${login} on ${device.namespace}.${device.name}: ` }),
    )
  }

  answer(user: string, answer: string): Promise<Verdict> {
    return this.#decide(user, 'keyboard-interactive', (target) =>
      this.#withPassword(user, target, 'keyboard-interactive', answer),
    )
  }

  async #decide(user: string, method: string, attempt: (target: Target) => Promise<Verdict>): Promise<Verdict> {
    try {
      this.#target ??= this.#find(user)
      const target = await this.#target
      const verdict = 'code' in target ? this.#end(target) : await attempt(target)
      if (verdict.outcome === 'ended') this.#services.onFailure(user, verdict.description)
      if (method !== 'none' && method !== 'ask') this.#services.onAttempt(method, verdict.outcome)
      return verdict
    } catch (error) {
      this.#services.onFault(error)
      return this.#end({ code: 'server_fault' })
    }
  }

  async #find(user: string): Promise<Target | LoginFailure> {
    const { client, findLink, limiter, today } = this.#services
    const { address } = this.#endpoints.client
    const waitSeconds = limiter.waitSeconds(networkOf(address))
    if (waitSeconds > 0) return { code: 'address_locked', waitSeconds }
    const isLinked = (uid: DeviceUid): boolean => findLink(uid) !== undefined
    const target = await findTarget({ client, isLinked, today }, user, address)
    // Guessing names is an attempt too; a device that is merely offline is not.
    if ('code' in target && guesses.has(target.code)) limiter.noteFailure(networkOf(address))
    return target
  }

  async #judge(target: Target, offered: OfferedKey): Promise<UserKey | LoginFailure> {
    const key = readUserKey(offered)
    if (typeof key === 'string') return { code: 'key_problem', problem: key }
    let judging = this.#judgements.get(key.shownFingerprint)
    if (!judging) {
      judging = judgeKey(this.#services.client, target.device, target.login, key)
      this.#judgements.set(key.shownFingerprint, judging)
    }
    const judgement = await judging
    const fingerprint = key.shownFingerprint
    if (judgement === 'allowed') return key
    if (judgement === 'other_username') return { code: 'key_other_login', login: target.login, fingerprint }
    if (judgement === 'other_device') return { code: 'key_other_device', address: target.address, fingerprint }
    this.#unknownKeys.add(fingerprint)
    return { code: 'keys_unknown', fingerprints: [...this.#unknownKeys], address: target.address }
  }

  async #withPassword(user: string, target: Target, method: AuthenticationMethod, password: string): Promise<Verdict> {
    // What no password check on a device takes anyway, and what the link's schema refuses.
    if (password.length > 1024) return this.#countFailure(target, { code: 'too_many_attempts' })
    return this.#enter(user, target, method, { kind: 'password', password })
  }

  async #enter(user: string, target: Target, method: AuthenticationMethod, proof: Proof): Promise<Verdict> {
    const { client, findLink, clock, today } = this.#services
    const isLinked = (uid: DeviceUid): boolean => findLink(uid) !== undefined
    // A prompt can stand open for minutes, in which the device may be rejected or another one take its name.
    const now = await findTarget({ client, isLinked, today }, user, this.#endpoints.client.address)
    if ('code' in now) return this.#end(now)
    const { address, device, login: username } = now
    if (device.uid !== target.device.uid) return this.#end({ code: 'unknown_device', address, suggestions: [] })
    const link = findLink(device.uid)
    if (!link) return this.#end({ code: 'offline', address, lastSeen: undefined, now: today() })
    const header = { kind: 'login', username, proof, sessionUid: this.#sessionUid, ...this.#endpoints } as const
    const answer = await logInOnDevice(link, header, clock)
    if (answer.outcome === 'silent' && link.connected) return this.#end({ code: 'device_silent', address })
    if (answer.outcome === 'silent') return this.#end({ code: 'offline', address, lastSeen: undefined, now: today() })
    if (answer.outcome === 'accepted') {
      if (this.#closed) answer.login.end()
      this.admission = { device, username, method, login: answer.login }
      return { outcome: 'accepted' }
    }
    const { refusal, detail } = answer
    const failure = { code: 'device_refused', refusal, login: username, detail } as const
    // `too_many_attempts` may be owed to others who tried the same account.
    if (refusal === 'wrong_credentials') {
      this.#services.limiter.noteFailure(networkOf(this.#endpoints.client.address))
    }
    if (final.has(refusal)) return this.#end(failure)
    return this.#countFailure(target, failure)
  }

  /** A wrong password is told by asking again; everything else in words. */
  #countFailure(target: Target, failure: LoginFailure): Verdict {
    this.#failures += 1
    if (this.#failures >= failuresMost) return this.#endTooMany(target)
    const silent =
      failure.code === 'too_many_attempts' ||
      (failure.code === 'device_refused' && failure.refusal === 'wrong_credentials')
    return silent ? { outcome: 'refused', methods } : this.#refuse(failure)
  }

  #endTooMany(target: Target): Verdict {
    const fingerprints = [...this.#unknownKeys]
    if (fingerprints.length === 0 || this.#failures > 0) return this.#end({ code: 'too_many_attempts' })
    return this.#end({ code: 'keys_unknown', fingerprints, address: target.address })
  }

  /** Unknown keys are passed over in silence, since the next one may be right. */
  #refuseKey(failure: LoginFailure): Verdict {
    return failure.code === 'keys_unknown' ? { outcome: 'refused', methods } : this.#refuse(failure)
  }

  /** Says the same thing once per connection only. */
  #refuse(failure: LoginFailure): Verdict {
    const { banner } = explain(failure)
    if (this.#told.has(banner)) return { outcome: 'refused', methods }
    this.#told.add(banner)
    return { outcome: 'refused', methods, banner }
  }

  #end(failure: LoginFailure): Verdict {
    const { summary, banner } = explain(failure)
    return { outcome: 'ended', description: summary, banner }
  }
}
