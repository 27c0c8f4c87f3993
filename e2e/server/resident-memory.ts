import { readFileSync, writeFileSync } from 'node:fs'

function field(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** Of a process, now. */
export const residentMebibytes = (pid: number): number => field(pid, 'VmRSS')

/** The most it had since `forgetPeak`. */
export const peakMebibytes = (pid: number): number => field(pid, 'VmHWM')

/** proc(5): 5 sets the peak of the resident memory back to what it is now. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
