// Which process a number means.
import { readFileSync } from 'node:fs'

/** Who holds a pid. The kernel gives numbers out again, so the pid alone says nothing once its process was reaped. */
export interface PidHolder {
  readonly pid: number
  /** Kernel ticks from boot to its start; undefined when it was gone before it could be looked at. */
  readonly startTicks: number | undefined
}

/** From /proc/pid/stat after the command's name, which may itself hold spaces and brackets; see proc(5). */
function startTicksOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return undefined
  }
}

/** To be called before the process can have been reaped. */
export const holderOf = (pid: number): PidHolder => ({ pid, startTicks: startTicksOf(pid) })

/** Whether the process is still there, if only to be reaped: until then nobody else can have its number. */
export const stillHolds = ({ pid, startTicks }: PidHolder): boolean =>
  startTicks !== undefined && startTicksOf(pid) === startTicks
