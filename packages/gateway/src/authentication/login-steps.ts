// What else is asked once the first proof was good: a second factor, for example. Nothing by default; whoever composes the
// gateway hands over the steps.
import type { ReachableDevice, SessionUid } from '@sshore/contract'
import type { AuthenticationMethod, Prompt } from '../ssh/authentication-service.ts'

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
}

export interface LoginStep {
  /** What is to be asked; undefined: nothing, of this login. Called again when the client asks again. */
  prompt(context: StepContext): Promise<Prompt | undefined>
  /** Whether the answers, one for each question, will do. */
  check(context: StepContext, answers: readonly string[]): Promise<boolean>
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
  async prompt(): Promise<Prompt | undefined> {
    for (let step = this.#left[0]; step; step = this.#left[0]) {
      const prompt = await step.prompt(this.#context)
      if (prompt) return prompt
      this.#left.shift()
    }
    return undefined
  }

  /** Checks the answers to the present step, and goes on when they are right. */
  async answer(answers: readonly string[]): Promise<boolean> {
    const [step] = this.#left
    if (!step || !(await step.check(this.#context, answers))) return false
    this.#left.shift()
    return true
  }
}
