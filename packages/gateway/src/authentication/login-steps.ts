// What else is asked once the first proof was good: a second factor, for example. Nothing by default; whoever composes the
// gateway hands over the steps.
import type { ReachableDevice, SessionUid, UserId } from '@sshore/contract'
import type { AuthenticationMethod, Prompt } from '../ssh/authentication-service.ts'
import type { LoginFailure } from './failures.ts'

/** The login that stands at the door. */
export interface StepContext {
  readonly device: ReachableDevice
  /** Login name on the device. */
  readonly username: string
  /** How the first proof was given. */
  readonly method: AuthenticationMethod
  /** The client's address. */
  readonly ipAddress: string
  readonly sessionUid: SessionUid
  /** The member behind it: who is signed in to the console, or whom a certificate of ours names. Undefined: nobody can tell yet. */
  readonly member: UserId | undefined
  /** Two factors were shown already: at the console, or by a key in hardware that knows its user. */
  readonly twoFactors: boolean
}

export interface StepPrompt extends Prompt {
  /** Said before a client is asked at all; those that ask nobody end there. */
  readonly notice?: string
}

export interface LoginStep {
  /** What is to be asked; undefined: nothing, of this login; a failure ends it. Called again when the client asks again. */
  prompt(context: StepContext): Promise<StepPrompt | LoginFailure | undefined>
  /** Whether the answers, one for each question, will do; a failure ends the login. */
  check(context: StepContext, answers: readonly string[]): Promise<boolean | LoginFailure>
}

/** The steps of one login, in order. */
export class StepSequence {
  readonly #context: StepContext
  readonly #left: LoginStep[]

  constructor(steps: readonly LoginStep[], context: StepContext) {
    this.#left = [...steps]
    this.#context = context
  }

  /** What the present step asks, past those that ask nothing; undefined when all are done. */
  async prompt(): Promise<StepPrompt | LoginFailure | undefined> {
    for (let step = this.#left[0]; step; step = this.#left[0]) {
      const prompt = await step.prompt(this.#context)
      if (prompt) return prompt
      this.#left.shift()
    }
    return undefined
  }

  /** Checks the answers to the present step, and goes on when they are right. */
  async answer(answers: readonly string[]): Promise<boolean | LoginFailure> {
    const [step] = this.#left
    const outcome = step !== undefined && (await step.check(this.#context, answers))
    if (outcome === true) this.#left.shift()
    return outcome
  }
}
