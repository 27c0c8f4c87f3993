// What one connection is told when an attempt fails: each thing once.
import type { AuthenticationMethod, Verdict } from '../ssh/authentication-service.ts'
import { oneLine, withTerminalLineEnds } from '../plain-text.ts'
import { explain, type LoginFailure } from './failures.ts'

/** The words for a failure that ends the connection. */
export function ended(failure: LoginFailure): Verdict {
  const { summary, banner } = explain(failure)
  return { outcome: 'ended', description: summary, banner }
}

/** A line before a client is asked something else. */
export const bannerOf = (notice: string | undefined): { readonly banner?: string } =>
  notice === undefined ? {} : { banner: withTerminalLineEnds(`Sshore: ${oneLine(notice, 300)}\n`) }

export class Refusals {
  readonly #told = new Set<string>()

  /** The client may go on with `methods`; it has heard why. */
  refuse(failure: LoginFailure, methods: readonly AuthenticationMethod[]): Verdict {
    const { banner } = explain(failure)
    if (this.#told.has(banner)) return { outcome: 'refused', methods }
    this.#told.add(banner)
    return { outcome: 'refused', methods, banner }
  }
}

/** Somebody guessed, and may be guessing. */
export const isWrongPassword = (failure: LoginFailure): boolean =>
  failure.code === 'device_refused' && failure.refusal === 'wrong_credentials'

/** Told by being asked again. */
export const isWordless = (failure: LoginFailure): boolean =>
  failure.code === 'too_many_attempts' || isWrongPassword(failure)
