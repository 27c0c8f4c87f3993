// The copy of the agent that becomes the user and then the user's program. It runs as root for some milliseconds, in
// the new session, with the program's own descriptors; then nothing of it is left.
import { closeSync, readFileSync, writeSync } from 'node:fs'
import { type LaunchPlan, parseLaunchPlan } from './launch-plan.ts'

/** Descriptor of the pipe with the plan. */
export const planDescriptor = 3

/** What only the runtime below can do. */
export interface BecomePlatform {
  /** Gives standard input as controlling terminal to this session. */
  takeTerminal(): void
  /** All groups of the user, as the name service has them: initgroups(3). */
  takeGroups(username: string, gid: number): void
  /** SIGPIPE and SIGXFSZ: runtimes ignore them, and a program would inherit that. */
  resetSignals(): void
  /** Lets no descriptor above standard error survive exec. */
  sealDescriptors(): void
}

/** Statuses of a shell for what it cannot start, and cannot find. */
const exitStatus = { cannotStart: 126, notFound: 127 } as const

function fail(status: number, message: string): never {
  try {
    writeSync(2, `sshore: ${message}\n`)
  } catch {
    // Nobody reads any more; the status says it all the same.
  }
  process.exit(status)
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

/** As the user, so that a home only the user may enter (NFS, 0700) works; `/` where there is none. */
function enterHome(home: string): void {
  try {
    process.chdir(home)
  } catch {
    writeSync(2, `Could not chdir to home directory ${home}: it is not there, or closed to this user.\n`)
    process.chdir('/')
  }
}

/** Runs the plan found on `planDescriptor`; returns only for `sftp`, whose server the caller then runs as the user. */
export function become(platform: BecomePlatform): LaunchPlan {
  const plan = parseLaunchPlan(readFileSync(planDescriptor, 'utf8'))
  closeSync(planDescriptor)
  try {
    if (plan.terminal) platform.takeTerminal()
    if (plan.become) becomeUser(plan.become, platform)
  } catch (failure) {
    fail(exitStatus.cannotStart, `cannot become the user: ${failure instanceof Error ? failure.message : String(failure)}`)
  }
  enterHome(plan.home)
  if (plan.program.kind === 'sftp') return plan
  const { path, argv } = plan.program
  try {
    if (plan.greeting !== '') writeSync(1, plan.greeting)
    platform.resetSignals()
    platform.sealDescriptors()
    process.execve?.(path, argv, plan.environment)
  } catch (failure) {
    fail(exitStatus.notFound, `cannot start ${path}: ${failure instanceof Error ? failure.message : String(failure)}`)
  }
  return fail(exitStatus.cannotStart, 'this runtime cannot start programs in place')
}
