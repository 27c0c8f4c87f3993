// The copy of the agent that becomes the user and then the user's program. It runs as root for some milliseconds, in
// the new session, with the program's own descriptors; then nothing of it is left.
import { accessSync, closeSync, constants, readFileSync, writeSync } from 'node:fs'
// Alone: the rest of the link would cost each session the time to load it and the contract.
import { holdsBytes } from '@sshore/link/byte-text'
import { type LaunchPlan, parseLaunchPlan } from './launch-plan.ts'
import { runStartFile } from './start-file.ts'

/** Descriptor of the pipe with the plan. */
const planDescriptor = 3

/** What only the runtime below can do. */
export interface BecomePlatform {
  /** Gives standard input as controlling terminal to this session. */
  takeTerminal(): void
  /** All groups of the user, as the name service has them: initgroups(3). */
  takeGroups(username: string, gid: number): void
  /** SIGPIPE and SIGXFSZ: runtimes ignore them, and a program would inherit that. */
  resetSignals(): void
  /** execve(2) with words that hold bytes which are no UTF-8; returns only when it failed. */
  execute(path: string, argv: readonly string[], environment: LaunchPlan['environment']): Error
  /** Lets no descriptor above standard error survive exec. */
  sealDescriptors(): void
}

/** Statuses of a shell for what it cannot start, and cannot find. */
const exitStatus = { cannotStart: 126, notFound: 127 } as const

/** The program could not be started; the process is to end with this status and say so. */
export class LaunchFailure extends Error {
  readonly status: number

  constructor(status: number, message: string, cause: unknown) {
    super(cause instanceof Error ? `${message}: ${cause.message}` : message, { cause })
    this.status = status
  }
}

function becomeUser(user: NonNullable<LaunchPlan['become']>, platform: BecomePlatform): void {
  if (!process.setgid || !process.setuid || !process.getuid || !process.geteuid) {
    throw new Error('this system has no users')
  }
  platform.takeGroups(user.username, user.gid)
  process.setgid(user.gid)
  process.setuid(user.uid)
  if (process.getuid() !== user.uid || process.geteuid() !== user.uid) throw new Error('the user id did not change')
}

/** Texts of strerror(3). */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  ENOTDIR: 'Not a directory',
  ELOOP: 'Too many levels of symbolic links',
}

const reasonOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure ? (reasons[String(failure.code)] ?? String(failure.code)) : 'fault'

/**
 * As the user, so that a home only the user may enter (NFS, 0700) works; `/` where there is none. A file transfer's
 * client is not told: nobody reads what the server of a subsystem says on standard error.
 */
function enterHome({ home, program }: LaunchPlan): void {
  try {
    process.chdir(home)
  } catch (failure) {
    if (program.kind === 'command') writeSync(2, `Could not chdir to home directory ${home}: ${reasonOf(failure)}\n`)
    process.chdir('/')
  }
}

/**
 * Runs the plan found on `planDescriptor`; returns only for `sftp`, whose server the caller then runs as the user. Fails
 * with `LaunchFailure`, after which the process must end: it may be half the user already.
 */
export function become(platform: BecomePlatform): LaunchPlan {
  const plan = parseLaunchPlan(readFileSync(planDescriptor, 'utf8'))
  closeSync(planDescriptor)
  try {
    if (plan.terminal) platform.takeTerminal()
    if (plan.become) becomeUser(plan.become, platform)
    enterHome(plan)
  } catch (failure) {
    throw new LaunchFailure(exitStatus.cannotStart, 'cannot become the user', failure)
  }
  if (plan.greeting !== '') writeSync(1, plan.greeting)
  runStartFile(plan)
  if (plan.program.kind === 'sftp') return plan
  const { path, argv } = plan.program
  try {
    accessSync(path, constants.X_OK)
    platform.resetSignals()
    platform.sealDescriptors()
    if ([...argv, ...Object.values(plan.environment)].some(holdsBytes)) {
      throw platform.execute(path, argv, plan.environment)
    }
    process.execve?.(path, argv, plan.environment)
  } catch (failure) {
    throw new LaunchFailure(exitStatus.notFound, `cannot start ${path}`, failure)
  }
  throw new LaunchFailure(exitStatus.cannotStart, 'this runtime cannot start programs in place', undefined)
}
