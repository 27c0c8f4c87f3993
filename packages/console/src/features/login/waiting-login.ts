import { ApiError } from '@sshore/client'

/** A login whose first proof was good and that waits for its second step. */
export interface WaitingLogin {
  readonly token: string
  /** User name or e-mail address, as far as it is known. */
  readonly identifier: string
}

/** Undefined: the failure is another one. */
export function secondStepOf(error: unknown, identifier: string): WaitingLogin | undefined {
  if (!(error instanceof ApiError) || error.code !== 'mfa_needed') return undefined
  const token = error.reply?.header('X-MFA-Token') ?? ''
  return token === '' ? undefined : { token, identifier }
}
