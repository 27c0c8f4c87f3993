// Ends what a session leaves behind, found by the kernel's session id in /proc.
import { readdirSync, readFileSync } from 'node:fs'
import type { Clock } from '@sshore/link'

/** Time to clean up after SIGHUP before SIGKILL, looked at in steps. */
const grace = { steps: 10, stepMilliseconds: 200 } as const
const hangUp = 1n

/** Fields of /proc/pid/stat after the command's name, which may itself hold spaces and brackets; see proc(5). */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
  } catch {
    return undefined
  }
}

/** Whether the process ignores SIGHUP: how nohup(1) says that it means to outlive its session. */
function outlivesHangUp(pid: number): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return mask !== undefined && ((BigInt(`0x${mask}`) >> (hangUp - 1n)) & 1n) === 1n
  } catch {
    return false
  }
}

function membersOf(session: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => sessionOf(pid) === session)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself, or changed its user to one that this agent has no power over.
  }
}

/**
 * Hangs up everything in the session and, after a grace, kills what is left. Processes that ignore SIGHUP are spared, as
 * with sshd, except for the session's leader. Settles when nothing is left to do.
 */
export async function endSession(leader: number, clock: Clock): Promise<void> {
  const mustEnd = (pid: number) => pid === leader || !outlivesHangUp(pid)
  const hungUp = membersOf(leader)
  if (hungUp.length === 0) return
  for (const pid of hungUp) signal(pid, 'SIGHUP')
  for (const pid of hungUp) signal(pid, 'SIGCONT')
  for (let step = 0; step < grace.steps && membersOf(leader).some(mustEnd); step += 1) {
    await new Promise<void>((resolve) => {
      clock.after(grace.stepMilliseconds, resolve)
    })
  }
  for (const pid of membersOf(leader).filter(mustEnd)) signal(pid, 'SIGKILL')
}
