import { ApiError } from '@sshore/client'

/** For the log. What the server said is told in a line: a store that is full says so each second, for each session. */
export const recordingFault = (error: unknown): { readonly reason: string } | { readonly err: unknown } =>
  error instanceof ApiError ? { reason: error.message } : { err: error }
