// Starts a session's program as the user, in a new kernel session, on a terminal or on pipes.
//
// Three ways, fastest first (medians on two shared cores, `sh -c true`): directly 1.4 ms, when the agent already is the
// user; through setpriv(1) 2.6 ms, for commands on pipes; through a copy of the agent itself 11 to 28 ms, which alone
// can own a terminal, start a login shell, run the user's own start file, or run where setpriv is missing, the user may
// not surely enter the home, or the account is not the first of its id in the device's own file.
import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Program } from '@sshore/contract'
import { holdsBytes } from '@sshore/link'
import { type Account, findAccountById } from '../login/accounts.ts'
import type { Child, FileDescriptor, Platform } from '../platform/platform.ts'
import { becomeArgument } from './become-argument.ts'
import { maySurelyEnter } from './home.ts'
import type { LaunchPlan } from './launch-plan.ts'
import { directCommand, shellCommand } from './shell-command.ts'
import { hasStartFile } from './start-file.ts'

const setprivPaths: readonly string[] = ['/usr/bin/setpriv', '/bin/setpriv']

export interface LaunchRequest {
  readonly account: Account
  readonly program: Program
  readonly environment: Readonly<Record<string, string>>
  /** Standard input, output, error. */
  readonly descriptors: readonly [FileDescriptor, FileDescriptor, FileDescriptor]
  readonly terminal: boolean
  readonly greeting: string
}

export interface Launcher {
  /** Throws when it could not even be tried. */
  launch(request: LaunchRequest): Child
}

/** The one of util-linux: BusyBox's program of the same name cannot change users. */
function findSetpriv(): string | undefined {
  return setprivPaths.find((path) => existsSync(path) && basename(realpathSync(path)) === 'setpriv')
}

/** setpriv looks the groups up by the id's first account: they would be another's where two accounts share an id. */
const ownsItsId = ({ uid, username }: Account) => findAccountById(uid)?.username === username

export function createLauncher(platform: Platform, ownUid: number): Launcher {
  const setpriv = findSetpriv()

  const throughCopy = ({ account, program, environment, descriptors, terminal, greeting }: LaunchRequest): Child => {
    const plan: LaunchPlan = {
      ...(account.uid === ownUid && ownUid !== 0
        ? {}
        : { become: { username: account.username, uid: account.uid, gid: account.gid } }),
      terminal,
      home: account.home,
      shell: account.shell,
      environment,
      program: program.kind === 'subsystem' ? { kind: 'sftp' } : { kind: 'command', ...shellCommand(account, program) },
      greeting,
    }
    const pipe = platform.pipe()
    try {
      const child = platform.spawn({
        argv: [...platform.self, becomeArgument],
        environment: {},
        directory: '/',
        descriptors: [...descriptors, pipe.readEnd],
      })
      writePlan(platform, pipe.writeEnd, plan)
      return child
    } finally {
      platform.close(pipe.readEnd)
    }
  }

  return {
    launch: (request) => {
      const { account, program, environment, descriptors, terminal } = request
      const isUser = account.uid === ownUid && ownUid !== 0
      if (terminal || program.kind !== 'exec') return throughCopy(request)
      if (!isUser && (setpriv === undefined || !ownsItsId(account))) return throughCopy(request)
      if (!maySurelyEnter(account, account.home) || hasStartFile(account.home)) return throughCopy(request)
      // Bun encodes the words of a program as UTF-8.
      if ([program.command, ...Object.values(environment)].some(holdsBytes)) return throughCopy(request)
      const command = directCommand(account, program.command)
      const change = ['--reuid', String(account.uid), '--regid', String(account.gid), '--init-groups', '--']
      const argv = isUser || setpriv === undefined ? command : [setpriv, ...change, ...command]
      return platform.spawn({ argv, environment, directory: account.home, descriptors })
    },
  }
}

/** The plan may be larger than the pipe, so it is written while the copy reads. */
function writePlan(platform: Platform, descriptor: FileDescriptor, plan: LaunchPlan): void {
  const sink = platform.pipeSink(descriptor)
  void sink.write(new TextEncoder().encode(JSON.stringify(plan))).finally(() => sink[Symbol.dispose]())
}
