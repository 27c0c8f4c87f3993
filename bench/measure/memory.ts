import { readFileSync } from 'node:fs'

export interface Memory {
  /** Pages in memory, those of the program file and of libraries included. */
  readonly residentKib: number
  /** Pages written by this process: what it really costs, since nothing else can share or drop them. */
  readonly privateDirtyKib: number
}

export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1])
  return { residentKib: kib('Rss'), privateDirtyKib: kib('Private_Dirty') }
}
