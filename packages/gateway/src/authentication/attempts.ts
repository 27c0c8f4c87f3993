// How often may be tried: on one connection, from one address, at one account.
import { type DeviceUid, networkOf } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import { AttemptLimiter, type AttemptLimits } from './attempt-limiter.ts'

/** Like OpenSSH's MaxAuthTries: proofs that failed, before the connection ends. */
export const failuresMost = 6
/** Keys that may be offered, or proved in vain; ssh-agents hold many, and each costs a look-up. */
export const offersMost = 20

const perAddress: AttemptLimits = { failuresMost: 60, windowSeconds: 300, sourcesMost: 50_000 }
/** Over all addresses together; keys are not held up by it, so nobody is locked out of a device by others' guessing. */
const perAccount: AttemptLimits = { failuresMost: 40, windowSeconds: 300, sourcesMost: 50_000 }

/** Guesses that failed, shared by all connections. */
export class Attempts {
  readonly #addresses: AttemptLimiter
  readonly #accounts: AttemptLimiter
  /** Apart from passwords: whoever may answer has proved something first, and others' guessing must not lock them out. */
  readonly #answers: AttemptLimiter

  constructor(clock: Clock, limits: Partial<AttemptLimits> = {}, accountLimits: Partial<AttemptLimits> = {}) {
    this.#addresses = new AttemptLimiter(clock, { ...perAddress, ...limits })
    this.#accounts = new AttemptLimiter(clock, { ...perAccount, ...accountLimits })
    this.#answers = new AttemptLimiter(clock, { ...perAccount, ...accountLimits })
  }

  /** Seconds until somebody from the address may try again; 0: now. */
  addressWaitSeconds(address: string): number {
    return this.#addresses.waitSeconds(networkOf(address))
  }

  /** Seconds until a password of the account may be tried again, whether there is such an account or not; 0: now. */
  accountWaitSeconds(device: DeviceUid, login: string): number {
    return this.#accounts.waitSeconds(`${device} ${login}`)
  }

  /** Seconds until a further question, asked after a good proof, may be answered again for the account; 0: now. */
  answerWaitSeconds(device: DeviceUid, login: string): number {
    return this.#answers.waitSeconds(`${device} ${login}`)
  }

  /** Somebody guessed a name. */
  noteGuess(address: string): void {
    this.#addresses.noteFailure(networkOf(address))
  }

  /** Somebody guessed a password of the account. */
  noteWrongPassword(address: string, device: DeviceUid, login: string): void {
    this.#addresses.noteFailure(networkOf(address))
    this.#accounts.noteFailure(`${device} ${login}`)
  }

  /** Somebody answered a further question wrongly. */
  noteWrongAnswer(address: string, device: DeviceUid, login: string): void {
    this.#addresses.noteFailure(networkOf(address))
    this.#answers.noteFailure(`${device} ${login}`)
  }
}
