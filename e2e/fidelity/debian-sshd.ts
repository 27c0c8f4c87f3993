// Debian's sshd with Debian's own configuration, on a port of its own with a key of its own.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { background, freePort, knownHostsLine, newKey, until } from '@sshore/testkit'

export interface DebianSshd extends AsyncDisposable {
  readonly port: number
  /** A line for known_hosts. */
  readonly hostKeys: string
}

/** What the package ships in /etc/ssh/sshd_config, and below it only what an own instance needs. */
const shipped = [
  // OpenSSH's own default. Debian switches it off because PAM asks the same there as for a password.
  'KbdInteractiveAuthentication yes',
  'UsePAM yes',
  'X11Forwarding yes',
  'PrintMotd no',
  'AcceptEnv LANG LC_*',
  'Subsystem sftp /usr/lib/openssh/sftp-server',
]

/** Lets every user in with the key. */
export async function startDebianSshd(folder: string, publicKeyLine: string): Promise<DebianSshd> {
  const hostKey = await newKey(folder)
  const port = await freePort()
  const authorized = join(folder, 'authorized_keys')
  await writeFile(authorized, `${publicKeyLine}\n`, { mode: 0o644 })
  const own = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey.path}`,
    `AuthorizedKeysFile ${authorized}`,
    'StrictModes no',
    'PidFile none',
    'MaxStartups 100',
  ]
  const config = join(folder, 'sshd_config')
  await writeFile(config, `${[...shipped, ...own].join('\n')}\n`)
  // The service manager makes it otherwise.
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  await using undo = new AsyncDisposableStack()
  const sshd = undo.use(background('/usr/sbin/sshd', ['-D', '-e', '-f', config]))
  const hostKeys = await until('sshd answers', () => knownHostsLine(port))
  const resources = undo.move()
  void sshd
  return { port, hostKeys, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
