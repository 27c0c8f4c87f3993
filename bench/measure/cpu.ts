// What processes pay, read from the kernel.
import { readdirSync, readFileSync } from 'node:fs'
import { until } from '@sshore/testkit'

/** The kernel counts processor time in hundredths of a second (USER_HZ, proc(5)). */
const ticksPerSecond = 100

/**
 * Processor time of a process so far, user and system, with that of its ended children and theirs (proc(5), fields 14 to
 * 17). A child that was not waited for yet is missing: see `untilChildless`.
 */
export function cpuSeconds(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
  const [user, system, childrenUser, childrenSystem] = afterName.split(' ').slice(11, 15).map(Number)
  return ((user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)) / ticksPerSecond
}

const hasChildren = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).some((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8') !== '')

/** Waits until a process has waited for all its children, so that their processor time has become its own. */
export async function untilChildless(pids: readonly number[]): Promise<void> {
  await until('the sessions end', () => !pids.some(hasChildren), { seconds: 20, everyMilliseconds: 5 })
}
