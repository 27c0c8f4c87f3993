import { ApiError } from '@sshore/client'
import { connectionTrouble } from '../connection-trouble.ts'
import { type Log, reasonOf } from '../log.ts'
import type { RetryOptions } from './retry.ts'

/** Reports each different trouble with registering once, and again when it changes, not at every attempt. */
export function retryReports(log: Log, server: string): RetryOptions['onFailure'] {
  let last = ''
  return (failure, waitSeconds, mayHeal) => {
    const unreachable = failure instanceof ApiError && failure.status === 0
    const reason = unreachable ? connectionTrouble(failure.cause) : reasonOf(failure)
    if (reason === last) return
    last = reason
    const next = `trying again in ${Math.round(waitSeconds)} s, then quietly until that changes`
    if (mayHeal) log.warn(`cannot register at ${server}: ${reason}; ${next}`)
    else log.error(`the server refuses this device: ${reason} Check --server and --tenant; ${next}`)
  }
}
