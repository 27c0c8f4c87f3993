// Ends what a session leaves behind, found by the kernel's session id in /proc.
import { readdirSync, readFileSync } from 'node:fs'
import type { Clock } from '@sshore/link'

/** Time to clean up after SIGHUP before SIGKILL, looked at in steps. */
const grace = { steps: 10, stepMilliseconds: 200 } as const
const hangUp = 1n

/** Who holds a pid. The kernel gives numbers out again, so the pid alone says nothing once its process was reaped. */
export interface PidHolder {
  readonly pid: number
  /** Kernel ticks from boot to its start; undefined when it was gone before it could be looked at. */
  readonly startTicks: number | undefined
}

interface Kept extends PidHolder {
  readonly session: number
}

/** Fields of /proc/pid/stat after the command's name, which may itself hold spaces and brackets; see proc(5). */
function look(pid: number): Kept | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, session: Number(fields[3]), startTicks: Number(fields[19]) }
  } catch {
    return undefined
  }
}

/** To be called before the process can have been reaped. */
export const holderOf = (pid: number): PidHolder => ({ pid, startTicks: look(pid)?.startTicks })

/** Whether the process is still there, if only to be reaped: until then nobody else can have its number. */
export const stillHolds = ({ pid, startTicks }: PidHolder): boolean =>
  startTicks !== undefined && look(pid)?.startTicks === startTicks

/** A line of /proc/pid/status, without its name. */
function statusLine(pid: number, name: string): string {
  try {
    return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Whether the process ignores SIGHUP: how nohup(1) says that it means to outlive its session. */
function outlivesHangUp(pid: number): boolean {
  const mask = statusLine(pid, 'SigIgn')
  return mask !== '' && ((BigInt(`0x${mask}`) >> (hangUp - 1n)) & 1n) === 1n
}

/** By its real user: /proc itself belongs to root for programs that may not be traced. */
const isOf = (pid: number, uid: number) => statusLine(pid, 'Uid').split('\t')[0] === String(uid)

/**
 * The processes of a session. Its number stays taken while one process is in it, so as long as a known one is, all are
 * the session's. After that the number may be another session's: it is when a process has that number as its pid, and
 * where that cannot be told any more, only the account's own processes are taken for ours.
 */
function membersOf(session: number, known: readonly PidHolder[], uid: number): Kept[] {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => look(Number(name)))
    .filter((one) => one !== undefined)
    .filter((one) => one.session === session)
  if (found.some((one) => known.some(({ pid, startTicks }) => pid === one.pid && startTicks === one.startTicks))) {
    return found
  }
  if (look(session) !== undefined) return []
  return found.filter(({ pid }) => isOf(pid, uid))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself, or this agent is not root and it has changed its user, as sudo(8) does.
  }
}

/**
 * Hangs up everything in the session and, after a grace, kills what is left. Processes that ignore SIGHUP are spared, as
 * with sshd, except for the session's leader. An agent that is root ends what sudo(8) started too while the leader is
 * there; when the leader has ended before, only what runs as `uid`, the account. Settles when nothing is left to do.
 */
export async function endSession(leader: PidHolder, uid: number, clock: Clock): Promise<void> {
  let known: readonly PidHolder[] = [leader]
  const members = () => {
    const present = membersOf(leader.pid, known, uid)
    known = present
    return present.map(({ pid }) => pid)
  }
  const mustEnd = (pid: number) => pid === leader.pid || !outlivesHangUp(pid)
  const hungUp = members()
  if (hungUp.length === 0) return
  for (const pid of hungUp) signal(pid, 'SIGHUP')
  for (const pid of hungUp) signal(pid, 'SIGCONT')
  for (let step = 0; step < grace.steps && members().some(mustEnd); step += 1) {
    await new Promise<void>((resolve) => {
      clock.after(grace.stepMilliseconds, resolve)
    })
  }
  for (const pid of members().filter(mustEnd)) signal(pid, 'SIGKILL')
}
