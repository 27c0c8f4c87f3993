// What the agent tells the copy of itself that becomes the user. It travels through a pipe, so that neither the
// command line nor the environment of that copy shows it or obeys it.
import type { ShellCommand } from './shell-command.ts'

export interface LaunchPlan {
  /** Absent: this process is the user already. */
  readonly become?: { readonly username: string; readonly uid: number; readonly gid: number }
  /** True: standard input is the terminal that is to control the session. */
  readonly terminal: boolean
  readonly home: string
  /** The account's login shell. */
  readonly shell: string
  readonly environment: Readonly<Record<string, string>>
  readonly program: ({ readonly kind: 'command' } & ShellCommand) | { readonly kind: 'sftp' }
  /** Printed to the terminal before the program starts. */
  readonly greeting: string
}

/** The text was written by this very program, in the same version: it is not checked again. */
export const parseLaunchPlan = (text: string): LaunchPlan => JSON.parse(text) as LaunchPlan
