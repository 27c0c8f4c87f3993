// For tests only.
import { readFileSync } from 'node:fs'

/** Whether a process is there and has not ended. */
export const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
