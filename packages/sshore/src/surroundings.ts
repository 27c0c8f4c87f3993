// What a command touches outside itself. The main file fills it in from the process; nothing else looks there.
import type { Readable, Writable } from 'node:stream'
import type { Environment } from './config/config.ts'

export interface Input extends Readable {
  readonly isTTY?: boolean
  setRawMode?(on: boolean): unknown
}

export interface Surroundings {
  readonly environment: Environment
  readonly stdin: Input
  /** Results: what another program may read. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** Everything said to a person. */
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Root of the checkout, for the parts that are built on demand. */
  readonly root: string
  readonly version: string
  /** Login name and numeric ids of who runs the command. */
  readonly user: { readonly username: string; readonly uid: number; readonly gid: number }
  /** Number of the process that started this one, or of the one that took it over since. */
  parentId(): number
  /** Calls back at SIGINT and SIGTERM until disposed. */
  onStopSignal(listener: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void): Disposable
  /** Ends the process at once, for a person who does not want to wait. */
  exitNow(code: number): never
  /** Becomes another program (execve); open files stay, nothing after it runs. */
  become(path: string, argv: readonly string[], environment: Environment): never
}
