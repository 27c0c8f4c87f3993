// Why somebody was not let in, as facts, and how a terminal shows it.
import type { DeviceStatus, loginRefusals } from '@sshore/contract'
import { withTerminalLineEnds } from '../plain-text.ts'
import type { CertificateDefect } from './certificate-rules.ts'
import { linesOf } from './failure-words.ts'
import type { KeyProblem } from './user-key.ts'

export type LoginRefusal = (typeof loginRefusals)[number]

export type LoginFailure =
  | { readonly code: 'malformed_address'; readonly user: string }
  | { readonly code: 'unknown_namespace'; readonly address: string; readonly suggestions: readonly string[] }
  | { readonly code: 'unknown_device'; readonly address: string; readonly suggestions: readonly string[] }
  | { readonly code: 'not_accepted'; readonly address: string; readonly status: DeviceStatus }
  | { readonly code: 'offline'; readonly address: string; readonly lastSeen: Date | undefined; readonly now: Date }
  | { readonly code: 'denied'; readonly address: string; readonly reason: string }
  | { readonly code: 'key_problem'; readonly problem: KeyProblem }
  | { readonly code: 'certificate'; readonly defect: CertificateDefect; readonly login: string }
  | { readonly code: 'not_touched' }
  | { readonly code: 'not_verified' }
  | { readonly code: 'key_other_login'; readonly login: string; readonly fingerprint: string }
  | { readonly code: 'key_other_device'; readonly address: string; readonly fingerprint: string }
  | { readonly code: 'keys_unknown'; readonly fingerprints: readonly string[]; readonly address: string }
  | { readonly code: 'device_refused'; readonly refusal: LoginRefusal; readonly login: string; readonly detail: string }
  | { readonly code: 'device_silent'; readonly address: string }
  | { readonly code: 'empty_password' }
  | { readonly code: 'password_change'; readonly login: string }
  | { readonly code: 'wrong_answer' }
  | { readonly code: 'too_many_attempts' }
  | { readonly code: 'too_many_offers'; readonly fingerprints: readonly string[] }
  | { readonly code: 'account_locked'; readonly login: string; readonly waitSeconds: number }
  | { readonly code: 'answers_locked'; readonly login: string; readonly waitSeconds: number }
  | { readonly code: 'no_second_factor'; readonly username: string; readonly namespace: string }
  | { readonly code: 'member_locked'; readonly waitSeconds: number }
  | { readonly code: 'address_locked'; readonly waitSeconds: number }
  | { readonly code: 'server_fault' }
  | { readonly code: 'stopping' }

export interface Explanation {
  /** A few words, for the disconnect message and the log. */
  readonly summary: string
  /** What the terminal shows, with terminal line ends. */
  readonly banner: string
}

/** Puts a failure into words. */
export function explain(failure: LoginFailure): Explanation {
  const { summary, what, next } = linesOf(failure)
  const text = [`Sshore: ${what}`, ...next.map((line) => `  ${line}`)].join('\n')
  return { summary, banner: withTerminalLineEnds(`\n${text}\n\n`) }
}
