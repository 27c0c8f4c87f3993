// Decides, for one SSH connection, who gets in: which device is meant, whether it can be reached, whether the key or
// the password is good, and what else is asked. The device is spoken to only after a proof was given.
import type { Proof, ReachableDevice, SessionUid } from '@sshore/contract'
import type {
  AuthenticationMethod,
  Authenticator,
  KeySignature,
  OfferedKey,
  Verdict,
} from '../ssh/authentication-service.ts'
import type { Endpoints } from '../ssh/proxy-header.ts'
import { type Attempts, failuresMost, offersMost } from './attempts.ts'
import { DeviceEntrance, type EntranceServices } from './device-entrance.ts'
import type { DeviceLogin } from './device-login.ts'
import type { LoginFailure } from './failures.ts'
import { KeyJudge } from './key-judge.ts'
import { type LoginStep, type StepContext, StepSequence } from './login-steps.ts'
import { everything, type Permits } from './permits.ts'
import { bannerOf, ended, isWordless, isWrongPassword, Refusals } from './refusals.ts'
import type { Target } from './target.ts'

export interface GatekeeperServices extends EntranceServices {
  readonly attempts: Attempts
  /** What else is asked of everybody, in order. */
  readonly steps: readonly LoginStep[]
  /** Whether the member who is signed in gave a second factor for that. */
  readonly secondFactor?: boolean
  /** An attempt was decided; for metrics and the log, never with secrets. */
  readonly onAttempt: (method: string, outcome: string) => void
  /** The connection is turned away for good. */
  readonly onFailure: (user: string, summary: string) => void
  readonly onFault: (error: unknown) => void
}

/** Somebody who was let in. */
export interface Admission {
  readonly device: ReachableDevice
  /** Login name on the device. */
  readonly username: string
  readonly method: AuthenticationMethod
  readonly login: DeviceLogin
  readonly permits: Permits
}

/** A first proof was good; further steps stand between it and the device. */
interface Waiting {
  readonly steps: StepSequence
  readonly complete: () => Promise<Verdict>
}

const methods: readonly AuthenticationMethod[] = ['publickey', 'password', 'keyboard-interactive']
const furtherMethods: readonly AuthenticationMethod[] = ['keyboard-interactive']
/** What no password check on a device takes anyway, and what the link's schema refuses. */
const passwordCharsMost = 1024
const guesses: ReadonlySet<LoginFailure['code']> = new Set(['malformed_address', 'unknown_namespace', 'unknown_device'])
/** The key was used without the person whom it should have asked. */
const unattended: ReadonlySet<LoginFailure['code']> = new Set(['not_touched', 'not_verified'])
/** Told by being asked again. */
const silent: LoginFailure = { code: 'too_many_attempts' }

export class Gatekeeper implements Authenticator {
  readonly #services: GatekeeperServices
  readonly #sessionUid: SessionUid
  readonly #endpoints: Endpoints
  readonly #keys: KeyJudge
  readonly #entrance: DeviceEntrance
  readonly #refusals = new Refusals()
  #target: Promise<Target | LoginFailure> | undefined
  #waiting: Waiting | undefined
  /** A login that the device grants while further steps are open. */
  #held: DeviceLogin | undefined
  #offers = 0
  #failures = 0
  #closed = false
  /** Set once somebody was let in. */
  admission: Admission | undefined
  /** Why the last attempt failed, for those who cannot be told in a banner. */
  failure: LoginFailure | undefined

  constructor(services: GatekeeperServices, sessionUid: SessionUid, endpoints: Endpoints) {
    this.#services = services
    this.#sessionUid = sessionUid
    this.#endpoints = endpoints
    this.#entrance = new DeviceEntrance(services, sessionUid, endpoints)
    this.#keys = new KeyJudge(services.client, endpoints.client.address, services.today)
  }

  /** The client is gone: a login that the device still grants is ended at once. */
  close(): void {
    this.#closed = true
    this.#held?.end()
  }

  none(user: string): Promise<Verdict> {
    return this.#first(user, 'none', () => Promise.resolve({ outcome: 'refused', methods }))
  }

  offer(user: string, offered: OfferedKey): Promise<Verdict> {
    return this.#first(user, 'offer', async (target) => {
      const tooMany = this.#countOffer()
      if (tooMany) return tooMany
      const judged = await this.#keys.judge(target, offered)
      return 'code' in judged ? this.#refuseKey(judged) : { outcome: 'key-acceptable', key: offered }
    })
  }

  prove(user: string, offered: OfferedKey, proof: KeySignature): Promise<Verdict> {
    return this.#first(user, 'publickey', async (target) => {
      // What was found when the key was offered may be minutes old.
      this.#keys.forget()
      const proved = await this.#keys.prove(target, offered, proof)
      if (proved === 'bad_signature') return this.#countFailure(silent)
      if ('code' in proved && unattended.has(proved.code)) return this.#countFailure(proved)
      // Some clients sign with every key they have, without offering it first.
      if ('code' in proved) return this.#countOffer() ?? this.#refuseKey(proved)
      const { key, permits } = proved
      // A key in hardware that asks for a PIN is two factors, where whoever registered it says that it is one: a certificate
      // is had by its holder alone, and nothing shows that the key is in hardware.
      const twoFactors = proved.demands.verification && key.key.application !== undefined && !key.certificate
      const shownBy = { member: proved.userId, twoFactors }
      const shown = { algorithm: key.algorithm, key: key.blob.toString('base64') }
      const complete = async (): Promise<Verdict> => {
        const entered = await this.#enter(user, target, permits, { kind: 'publickey', ...shown })
        return 'login' in entered ? this.#admit(target, 'publickey', entered.login, permits) : entered
      }
      return this.#furtherSteps(target, 'publickey', complete, shownBy)
    })
  }

  password(user: string, password: string): Promise<Verdict> {
    return this.#first(user, 'password', (target) => this.#withPassword(user, target, 'password', password))
  }

  passwordChange(user: string): Promise<Verdict> {
    return this.#first(user, 'password', (target) =>
      Promise.resolve(this.#countFailure({ code: 'password_change', login: target.login })),
    )
  }

  ask(user: string): Promise<Verdict> {
    return this.#decide(user, 'ask', async (target) => {
      if (this.#waiting) return this.#nextStep(this.#waiting)
      const { login, device } = target
      const text = `Password of ${login} on ${device.namespace}.${device.name}: `
      return { outcome: 'ask', prompt: { instruction: '', questions: [{ text, shown: false }] } }
    })
  }

  answer(user: string, answers: readonly string[]): Promise<Verdict> {
    return this.#decide(user, 'keyboard-interactive', async (target) => {
      if (!this.#waiting) return this.#withPassword(user, target, 'keyboard-interactive', answers[0] ?? '')
      const { attempts } = this.#services
      const { device, login } = target
      const waitSeconds = attempts.answerWaitSeconds(device.uid, login)
      if (waitSeconds > 0) return this.#end({ code: 'answers_locked', login, waitSeconds })
      const outcome = await this.#waiting.steps.answer(answers)
      if (outcome === true) return this.#nextStep(this.#waiting)
      if (outcome !== false) return this.#end(outcome)
      attempts.noteWrongAnswer(this.#endpoints.client.address, device.uid, login)
      return this.#countFailure({ code: 'wrong_answer' })
    })
  }

  /** An attempt to give the first proof; once that is given, only the further steps lead on (RFC 4252 section 5.1). */
  #first(user: string, method: string, attempt: (target: Target) => Promise<Verdict>): Promise<Verdict> {
    return this.#decide(user, method, (target) =>
      this.#waiting ? Promise.resolve({ outcome: 'refused', methods: furtherMethods }) : attempt(target),
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
    const { attempts } = this.#services
    const { address } = this.#endpoints.client
    const waitSeconds = attempts.addressWaitSeconds(address)
    if (waitSeconds > 0) return { code: 'address_locked', waitSeconds }
    const target = await this.#entrance.find(user)
    // Guessing names is an attempt too; a device that is merely offline is not.
    if ('code' in target && guesses.has(target.code)) attempts.noteGuess(address)
    return target
  }

  async #withPassword(
    user: string,
    target: Target,
    method: 'password' | 'keyboard-interactive',
    password: string,
  ): Promise<Verdict> {
    const { login, device } = target
    const waitSeconds = this.#services.attempts.accountWaitSeconds(device.uid, login)
    if (waitSeconds > 0) return this.#refuse({ code: 'account_locked', login, waitSeconds }, ['publickey'])
    if (password === '') return this.#countFailure({ code: 'empty_password' })
    if (password.length > passwordCharsMost) return this.#countFailure(silent)
    const entered = await this.#enter(user, target, everything, { kind: 'password', password })
    if (!('login' in entered)) return entered
    this.#held = entered.login
    return this.#furtherSteps(target, method, () =>
      Promise.resolve(this.#admit(target, method, entered.login, everything)),
    )
  }

  /** Partial success: the first proof was good, and something else is asked. */
  async #furtherSteps(
    target: Target,
    method: AuthenticationMethod,
    complete: Waiting['complete'],
    shownBy: Pick<StepContext, 'member' | 'twoFactors'> = { member: undefined, twoFactors: false },
  ): Promise<Verdict> {
    const { device, login: username } = target
    const ipAddress = this.#endpoints.client.address
    const { member = shownBy.member, secondFactor = false } = this.#services
    const twoFactors = secondFactor || shownBy.twoFactors
    const context = { device, username, method, ipAddress, sessionUid: this.#sessionUid, member, twoFactors }
    const waiting = { steps: new StepSequence(this.#services.steps, context), complete }
    const prompt = await waiting.steps.prompt()
    if (!prompt) return complete()
    if ('code' in prompt) return this.#end(prompt)
    this.#waiting = waiting
    if (method === 'keyboard-interactive') return { outcome: 'ask', prompt }
    return { outcome: 'refused', methods: furtherMethods, partial: true, ...bannerOf(prompt.notice) }
  }

  async #nextStep({ steps, complete }: Waiting): Promise<Verdict> {
    const prompt = await steps.prompt()
    if (!prompt) return complete()
    return 'code' in prompt ? this.#end(prompt) : { outcome: 'ask', prompt }
  }

  async #enter(
    user: string,
    target: Target,
    permits: Permits,
    proof: Proof,
  ): Promise<Verdict | { readonly login: DeviceLogin }> {
    const entrance = await this.#entrance.enter(user, target, permits, proof)
    if (entrance.outcome === 'entered') {
      if (this.#closed) entrance.login.end()
      return entrance
    }
    const { failure, final } = entrance
    // `too_many_attempts` may be owed to others who tried the same account.
    if (isWrongPassword(failure)) {
      const { device, login } = target
      this.#services.attempts.noteWrongPassword(this.#endpoints.client.address, device.uid, login)
    }
    return final ? this.#end(failure) : this.#countFailure(failure)
  }

  #admit(
    { device, login: username }: Target,
    method: AuthenticationMethod,
    login: DeviceLogin,
    permits: Permits,
  ): Verdict {
    this.#held = undefined
    this.admission = { device, username, method, login, permits }
    return { outcome: 'accepted' }
  }

  /** The connection's end, once there were too many. */
  #countOffer(): Verdict | undefined {
    this.#offers += 1
    return this.#offers > offersMost
      ? this.#end({ code: 'too_many_offers', fingerprints: this.#keys.unknown })
      : undefined
  }

  /** A wrong password is told by asking again; everything else in words. */
  #countFailure(failure: LoginFailure): Verdict {
    this.failure = failure
    this.#failures += 1
    if (this.#failures >= failuresMost) return this.#end({ code: 'too_many_attempts' })
    return isWordless(failure) ? this.#turnDown() : this.#refuse(failure)
  }

  #turnDown(): Verdict {
    return { outcome: 'refused', methods: this.#waiting ? furtherMethods : methods }
  }

  /** Unknown keys are passed over in silence, since the next one may be right. */
  #refuseKey(failure: LoginFailure): Verdict {
    this.failure = failure
    return failure.code === 'keys_unknown' ? { outcome: 'refused', methods } : this.#refuse(failure)
  }

  #refuse(failure: LoginFailure, leads: readonly AuthenticationMethod[] = methods): Verdict {
    this.failure = failure
    return this.#refusals.refuse(failure, this.#waiting ? furtherMethods : leads)
  }

  #end(failure: LoginFailure): Verdict {
    this.failure = failure
    this.#held?.end()
    return ended(failure)
  }
}
