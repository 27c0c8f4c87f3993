import type { Area } from './case.ts'
import { background } from './cases/background.ts'
import { commands } from './cases/commands.ts'
import { connections } from './cases/connections.ts'
import { copies } from './cases/copies.ts'
import { environment } from './cases/environment.ts'
import { localForwards } from './cases/local-forwards.ts'
import { logins } from './cases/login.ts'
import { remoteForwards, sshAgents } from './cases/remote-forwards.ts'
import { oddNames, sftpErrors } from './cases/sftp-errors.ts'
import { sftpFiles } from './cases/sftp-files.ts'
import { signals } from './cases/signals.ts'
import { streams } from './cases/streams.ts'
import { terminals } from './cases/terminals.ts'
import { users } from './cases/users.ts'

export const areas: readonly Area[] = [
  commands,
  streams,
  environment,
  users,
  logins,
  terminals,
  signals,
  background,
  connections,
  localForwards,
  remoteForwards,
  sshAgents,
  sftpFiles,
  sftpErrors,
  oddNames,
  copies,
]
