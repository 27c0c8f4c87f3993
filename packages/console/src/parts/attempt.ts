import { useConsole } from '../console-context.ts'
import { useFailureText } from '../language/use-text.ts'

export interface AttemptWords {
  readonly done?: string
  /** Goes before what the server says. */
  readonly about?: string
  readonly undo?: () => void
}

type Attempt = (change: () => Promise<unknown>, words?: AttemptWords) => Promise<boolean>

/** Tries a change and says how it went; false when the server refused it. */
export function useAttempt(): Attempt {
  const { notices } = useConsole()
  const failureText = useFailureText()
  return async (change, { done, about, undo } = {}) => {
    try {
      await change()
    } catch (error) {
      notices.add({ tone: 'failed', text: `${about === undefined ? '' : `${about}: `}${failureText(error)}` })
      return false
    }
    if (done !== undefined) notices.add({ tone: 'done', text: done, ...(undo ? { undo } : {}) })
    return true
  }
}
