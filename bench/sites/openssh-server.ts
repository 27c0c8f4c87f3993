// A real sshd on a port of its own, as the measure of things.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { background, freePort, knownHostsLine, newKey, until } from '@sshore/testkit'

export interface OpenSshServer extends AsyncDisposable {
  readonly pid: number
  readonly port: number
  readonly knownHosts: string
}

/** Lets every user in with the key. Authentication goes without PAM, which would only make it slower. */
export async function startOpenSshServer(folder: string, publicKeyLine: string): Promise<OpenSshServer> {
  const hostKey = await newKey(folder)
  const port = await freePort()
  const authorized = join(folder, `authorized-${port}`)
  await writeFile(authorized, `${publicKeyLine}\n`, { mode: 0o644 })
  const config = join(folder, `sshd-${port}.conf`)
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey.path}`,
    `AuthorizedKeysFile ${authorized}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PidFile none',
    'LogLevel ERROR',
    'PrintMotd no',
    'PrintLastLog no',
    // By default it drops logins that arrive together; here none may be lost.
    'MaxStartups 1000',
    'Subsystem sftp /usr/lib/openssh/sftp-server',
  ]
  await writeFile(config, `${settings.join('\n')}\n`)
  const sshd = background('/usr/sbin/sshd', ['-D', '-e', '-f', config])
  const knownHosts = await until('sshd answers', () => knownHostsLine(port))
  return { pid: sshd.pid, port, knownHosts, [Symbol.asyncDispose]: () => sshd[Symbol.asyncDispose]() }
}
