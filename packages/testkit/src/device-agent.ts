// A real agent: its own process under its own runtime, as on a device.
import { randomBytes } from 'node:crypto'
import { agentProgram } from '@sshore/sshore'
import { type Background, background } from './background.ts'
import { repositoryRoot } from './repository.ts'
import type { UnixUser } from './unix-users.ts'

export interface AgentOptions {
  /** Where it finds the server. */
  readonly server: string
  /** Keeps its identity and key here; a second start with the same folder is the same device. */
  readonly dataDir: string
  /** Without it the agent asks for a code and waits to be paired. */
  readonly tenantId?: string
  /** Default: a random one, so that agents on one machine are devices of their own. */
  readonly mac?: string
  readonly hostname?: string
  /** Keys have to stand in the device's own lists as well. */
  readonly ownKeysOnly?: boolean
  /** Runs unprivileged as this user. */
  readonly user?: UnixUser
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Words that run it, for example in another network. */
  readonly under?: readonly string[]
}

/** A MAC address that no card has: locally administered, unicast. */
export const randomMac = (): string => ['02', ...(randomBytes(5).toString('hex').match(/../g) ?? [])].join(':')

/** The agent is compiled first when its sources have changed. */
export async function startAgentProcess(options: AgentOptions): Promise<Background> {
  const { server, dataDir, tenantId, mac = randomMac(), hostname, ownKeysOnly, user, environment, under = [] } = options
  const program = await agentProgram(repositoryRoot, () => undefined)
  const flags = [
    ...['--server', server, '--data-dir', dataDir, '--identity', mac],
    ...(tenantId === undefined ? [] : ['--tenant', tenantId]),
    ...(hostname === undefined ? [] : ['--hostname', hostname]),
    ...(ownKeysOnly ? ['--own-keys-only'] : []),
  ]
  const own = user ? { HOME: user.home, USER: user.name, LOGNAME: user.name, XDG_STATE_HOME: undefined } : {}
  const [path = '', ...words] = [...under, program.path, ...program.argv, ...flags]
  return background(path, words, {
    environment: { ...process.env, ...own, ...environment },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
}
