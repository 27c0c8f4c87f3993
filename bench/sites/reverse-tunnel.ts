// What people use where a device cannot be reached and there is no gateway: the device keeps `ssh -R` open to an sshd
// of its owner, and clients come to the port that this sshd opens.
import { readFileSync } from 'node:fs'
import { background, freePort, knownHostsLine, until } from '@sshore/testkit'
import { startOpenSshServer } from './openssh-server.ts'

export interface ReverseTunnel extends AsyncDisposable {
  /** Leads to the sshd on the device. */
  readonly port: number
  /** The `ssh -R` on the device. */
  readonly clientPid: number
  /** The process of the relaying sshd that serves the tunnel. */
  readonly sessionPid: number
}

interface Key {
  readonly path: string
  readonly line: string
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** `port` is that of the sshd on the device. */
export async function startReverseTunnel(folder: string, key: Key, port: number): Promise<ReverseTunnel> {
  await using undo = new AsyncDisposableStack()
  const relay = undo.use(await startOpenSshServer(folder, key.line))
  const opened = await freePort()
  const options = ['BatchMode=yes', 'IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null']
  const strict = ['ExitOnForwardFailure=yes', 'LogLevel=ERROR']
  const client = undo.use(
    background('ssh', [
      ...['-F', 'none', '-N', '-T', '-i', key.path, '-p', String(relay.port), '-l', 'root'],
      ...[...options, ...strict].flatMap((option) => ['-o', option]),
      ...['-R', `127.0.0.1:${opened}:127.0.0.1:${port}`, '127.0.0.1'],
    ]),
  )
  await until('the reverse tunnel leads to sshd', () => knownHostsLine(opened))
  const sessionPid = await until('the relay serves the tunnel alone', () => {
    const [session, ...others] = childrenOf(relay.pid)
    return others.length === 0 && session
  })
  const resources = undo.move()
  return { port: opened, clientPid: client.pid, sessionPid, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
