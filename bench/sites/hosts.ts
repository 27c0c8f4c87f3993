// The three ways to the same files that are compared: through Sshore, to an sshd, and to it through another sshd.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey, run } from '@sshore/testkit'
import { startDevice } from './device.ts'
import { startOpenSshServer } from './openssh-server.ts'
import { startSshoreServer } from './sshore-server.ts'

export const ways = ['sshore', 'sshd', 'jump'] as const
export type Way = (typeof ways)[number]

/** Ciphers a client may be told to insist on. Absent: what client and server agree on by themselves. */
export type Cipher = 'aes128-gcm@openssh.com'

export interface Hosts extends AsyncDisposable {
  /** Options for ssh, scp and sftp, before the host's name, which is the name of the way. */
  options(cipher?: Cipher): string[]
  /** Processes on the far side of the client, each with what it does. */
  processes(way: Way): readonly { readonly name: string; readonly pid: number }[]
}

interface Address {
  readonly name: string
  readonly user: string
  readonly port: number
  readonly more?: readonly string[]
}

function clientConfig(addresses: readonly Address[], key: string, knownHosts: string, cipher?: Cipher): string {
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
    ...(cipher === undefined ? [] : [`Ciphers ${cipher}`]),
  ]
  const hosts = addresses.flatMap(({ name, user, port, more = [] }) => [
    `Host ${name}`,
    `User ${user}`,
    `Port ${port}`,
    ...more,
  ])
  return `${[...hosts, ...common].join('\n')}\n`
}

export async function startHosts(folder: string): Promise<Hosts> {
  await using undo = new AsyncDisposableStack()
  await mkdir(folder, { recursive: true })
  const key = await newKey(folder)
  const server = undo.use(await startSshoreServer(folder, key.line))
  const device = undo.use(await startDevice(server, folder))
  const target = undo.use(await startOpenSshServer(folder, key.line))
  const jumpHost = undo.use(await startOpenSshServer(folder, key.line))
  const addresses: readonly Address[] = [
    { name: 'sshore', user: `root@${server.namespace}.${device.name}`, port: server.sshPort },
    { name: 'sshd', user: 'root', port: target.port },
    { name: 'jump-host', user: 'root', port: jumpHost.port },
    { name: 'jump', user: 'root', port: target.port, more: ['ProxyJump jump-host'] },
  ]
  const knownHosts = join(folder, 'known_hosts')
  const configFile = (cipher?: Cipher): string => join(folder, `ssh-${cipher ?? 'default'}.conf`)
  for (const cipher of [undefined, 'aes128-gcm@openssh.com'] as const) {
    await writeFile(configFile(cipher), clientConfig(addresses, key.path, knownHosts, cipher))
  }
  for (const way of ways) {
    const tried = await run('ssh', ['-F', configFile(), way, 'true'])
    if (tried.code !== 0) throw new Error(`ssh does not reach ${way}: ${tried.stderr}`)
  }
  const resources = undo.move()
  return {
    options: (cipher) => ['-F', configFile(cipher)],
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
      })[way],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
