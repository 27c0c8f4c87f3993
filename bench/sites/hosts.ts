// The ways to the same files that are compared: through Sshore, to an sshd, to it through another sshd (`ssh -J`), and to
// it through the tunnel that it keeps open to another sshd (`ssh -R`).
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey, run, unixUser } from '@sshore/testkit'
import { startDevice } from './device.ts'
import { startOpenSshServer } from './openssh-server.ts'
import { startReverseTunnel } from './reverse-tunnel.ts'
import { startSshoreServer } from './sshore-server.ts'

export const ways = ['sshore', 'sshd', 'jump', 'reverse'] as const
export type Way = (typeof ways)[number]

/** What a client may be told to insist on. Absent: what it agrees on with each server by itself. */
const insistences = {
  gcm: ['Ciphers aes128-gcm@openssh.com'],
  // What both sides choose by themselves is post-quantum, which takes its time.
  curve25519: ['KexAlgorithms curve25519-sha256'],
} as const
export type Insistence = keyof typeof insistences

export interface Hosts extends AsyncDisposable {
  /** Options for ssh, scp and sftp, before the host's name, which is the name of the way. */
  options(insistence?: Insistence): string[]
  /** For clients other than OpenSSH's. */
  address(way: Exclude<Way, 'jump'>): { readonly user: string; readonly port: number; readonly keyPath: string }
  /** Processes on the far side of the client, each with what it does. */
  processes(way: Way): readonly { readonly name: string; readonly pid: number }[]
}

interface Address {
  readonly name: string
  readonly user: string
  readonly port: number
  readonly more?: readonly string[]
}

function clientConfig(addresses: readonly Address[], key: string, knownHosts: string, more: readonly string[]): string {
  const common = [
    'Host *',
    'HostName 127.0.0.1',
    `IdentityFile ${key}`,
    'IdentitiesOnly yes',
    'IdentityAgent none',
    'BatchMode yes',
    `UserKnownHostsFile ${knownHosts}`,
    // Jumping to 127.0.0.1 looks up the address without the port of the jump host.
    'StrictHostKeyChecking no',
    'LogLevel ERROR',
    ...more,
  ]
  const hosts = addresses.flatMap(({ name, user, port, more = [] }) => [
    `Host ${name}`,
    `User ${user}`,
    `Port ${port}`,
    ...more,
  ])
  return `${[...hosts, ...common].join('\n')}\n`
}

/**
 * `root`: sshd then waits for all it started, so that its processor time is complete. `plain`: a user of its own whose
 * shell reads no start-up files, which would be measured with every login.
 */
export async function startHosts(folder: string, login: 'root' | 'plain' = 'root'): Promise<Hosts> {
  await using undo = new AsyncDisposableStack()
  // sshd reads a user's keys as that user.
  await chmod(folder, 0o711)
  const key = await newKey(folder)
  const user = login === 'root' ? 'root' : undo.use(await unixUser({ shell: '/bin/sh' })).name
  const server = undo.use(await startSshoreServer(folder, key.line))
  const device = undo.use(await startDevice(server, folder))
  const target = undo.use(await startOpenSshServer(folder, key.line))
  const jumpHost = undo.use(await startOpenSshServer(folder, key.line))
  const tunnel = undo.use(await startReverseTunnel(folder, key, target.port))
  const addresses: readonly Address[] = [
    { name: 'sshore', user: `${user}@${server.namespace}.${device.name}`, port: server.sshPort },
    { name: 'sshd', user, port: target.port },
    { name: 'jump-host', user, port: jumpHost.port },
    { name: 'jump', user, port: target.port, more: ['ProxyJump jump-host'] },
    { name: 'reverse', user, port: tunnel.port },
  ]
  const knownHosts = join(folder, 'known_hosts')
  const configFile = (insistence?: Insistence): string => join(folder, `ssh-${insistence ?? 'default'}.conf`)
  for (const insistence of [undefined, 'gcm', 'curve25519'] as const) {
    const more = insistence === undefined ? [] : insistences[insistence]
    await writeFile(configFile(insistence), clientConfig(addresses, key.path, knownHosts, more))
  }
  for (const way of ways) {
    const tried = await run('ssh', ['-F', configFile(), way, 'true'])
    if (tried.code !== 0) throw new Error(`ssh does not reach ${way}: ${tried.stderr}`)
  }
  const resources = undo.move()
  return {
    address(way) {
      const address = addresses.find(({ name }) => name === way)
      if (!address) throw new Error(`There is no way ${way}`)
      return { ...address, keyPath: key.path }
    },
    options: (insistence) => ['-F', configFile(insistence)],
    processes: (way) =>
      ({
        sshore: [
          { name: 'gateway', pid: server.pid() },
          { name: 'agent', pid: device.pid },
        ],
        sshd: [{ name: 'sshd', pid: target.pid }],
        jump: [
          { name: 'sshd', pid: target.pid },
          { name: 'jump host', pid: jumpHost.pid },
        ],
        reverse: [
          { name: 'sshd', pid: target.pid },
          { name: 'relay', pid: tunnel.sessionPid },
          { name: 'ssh -R', pid: tunnel.clientPid },
        ],
      })[way],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
