import { ApiError } from '@sshore/client'

const tooMany = 429

/** Asking again helps when the server was away or busy, not when it has said no. */
export const mayHeal = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === tooMany || error.status >= 500
