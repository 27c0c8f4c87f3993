// `dial` and `dial-socket` streams: a connection from the device, made with the rights of the user (RFC 4254 section 7.2;
// OpenSSH's PROTOCOL section 2.4).
import { isIP } from 'node:net'
import type { DialHeader, DialSocketHeader, TunnelHeader } from '@sshore/contract'
import type { LinkStream } from '@sshore/link'
import { type Connection, type Identity, type Platform, SocketFailure } from '../platform/platform.ts'
import { createPassage, type Owner } from './passage.ts'
import { fromRoot } from './socket-path.ts'

const connectTimeoutSeconds = 15

/** One address after the other, as sshd tries them; the last failure is the one to tell. */
async function connectToHost(
  { sockets }: Platform,
  { host, port }: Pick<DialHeader, 'host' | 'port'>,
  identity: Identity | undefined,
  isOver: () => boolean,
): Promise<Connection> {
  const addresses = isIP(host) === 0 ? await sockets.resolve(host) : [host]
  let failure: unknown = new SocketFailure('Name or service not known')
  for (const address of addresses) {
    if (isOver()) break
    try {
      return await sockets.connect({ host: address, port }, identity)
    } catch (refused) {
      failure = refused
    }
  }
  throw failure
}

export interface DialOptions {
  readonly platform: Platform
  readonly identity: () => Promise<Identity | undefined>
}

export function openDial(
  stream: LinkStream,
  header: DialHeader | DialSocketHeader | TunnelHeader,
  login: Owner,
  options: DialOptions,
): void {
  const { platform, identity } = options
  const { clock, sockets } = platform
  const passage = createPassage(stream, login, clock)
  const cancelTimeout = clock.after(connectTimeoutSeconds * 1000, () =>
    passage.fail('connect_failed', 'Connection timed out'),
  )
  const dial = async () => {
    const as = await identity()
    if (header.kind !== 'dial-socket') return connectToHost(platform, header, as, () => passage.over)
    return sockets.connect({ path: fromRoot(header.path) }, as)
  }
  dial()
    .then(
      (connection) => passage.serve(connection),
      (failure: unknown) => passage.fail('connect_failed', failure instanceof Error ? failure.message : 'fault'),
    )
    .finally(cancelTimeout)
}
