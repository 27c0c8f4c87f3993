// Sockets made with a user's rights. connect(2) and bind(2) run inside the call that asks for them, so that the rights
// are in force; only the waiting is Bun's. Its own `connect` answers ECONNREFUSED whatever the system said.
import { closeSync } from 'node:fs'
import type { Socket, SocketHandler } from 'bun'
import { type Connection, type SocketAddress, SocketFailure, type Sockets } from '../platform.ts'
import { actAs } from './act-as.ts'
import { BunConnection } from './connection.ts'
import { errnoOf, failureWord, type Libc, linux } from './libc.ts'
import { encodeSocketAddress } from './socket-address.ts'

declare module 'bun' {
  /** Bun has it, its types do not (as of 1.4). */
  function connect<Data>(options: FdSocketOptions<Data>): Promise<Socket<Data>>
}

/** A new Unix socket is its owner's alone, as sshd's StreamLocalBindMask has it. */
const socketMask = 0o177

type Held = Socket<BunConnection | undefined>

/** A socket of Bun's knows its connection once it is open. */
const events = {
  binaryType: 'uint8array',
  data: (socket: Held, chunk: Uint8Array) => socket.data?.handler.onData(chunk),
  drain: (socket: Held) => socket.data?.drain(),
  end: (socket: Held) => socket.data?.handler.onEnd(),
  close: (socket: Held) => socket.data?.closed(),
  // A close follows.
  error: () => undefined,
} as const

/** Bun's failures carry the number of the system's, some of them negative. */
function failureFrom(libc: Libc, failure: unknown): SocketFailure {
  const errno = failure instanceof Error && 'errno' in failure ? Math.abs(Number(failure.errno)) : Number.NaN
  if (Number.isInteger(errno) && errno > 0) return new SocketFailure(failureWord(libc, errno), { cause: failure })
  return failure instanceof SocketFailure ? failure : new SocketFailure(String(failure), { cause: failure })
}

/** A socket whose connection is under way. */
function startConnecting(libc: Libc, address: SocketAddress): number {
  const { family, bytes } = encodeSocketAddress(libc, address)
  const descriptor = libc.socket(family, linux.SOCK_STREAM | linux.SOCK_NONBLOCK | linux.SOCK_CLOEXEC, 0)
  if (descriptor < 0) throw new SocketFailure(failureWord(libc, errnoOf(libc)))
  if (libc.connect(descriptor, bytes, bytes.length) === 0) return descriptor
  const errno = errnoOf(libc)
  if (errno === linux.EINPROGRESS) return descriptor
  closeSync(descriptor)
  throw new SocketFailure(failureWord(libc, errno))
}

/** Bun calls a socket that it is given open at once; it is when it can be written to, and has failed when it closes. */
function adopt(libc: Libc, descriptor: number, isUnix: boolean): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const opened = (socket: Held) => {
      const connection = new BunConnection(socket, isUnix)
      socket.data = connection
      resolve(connection)
    }
    const socket: SocketHandler<BunConnection | undefined> = {
      ...events,
      drain: (held) => (held.data ? held.data.drain() : opened(held)),
      open: (held) => {
        held.pause()
      },
      close: (held, failure) => {
        if (held.data) held.data.closed()
        else reject(failureFrom(libc, failure ?? new SocketFailure('Connection reset by peer')))
      },
    }
    const options = { fd: descriptor, allowHalfOpen: true, data: undefined, socket }
    Bun.connect(options).catch((failure: unknown) => reject(failureFrom(libc, failure)))
  })
}

/** What getaddrinfo(3) calls the failures that a person can act on. */
const lookupWords: Readonly<Record<string, string>> = {
  DNS_ENOTFOUND: 'Name or service not known',
  DNS_EAI_AGAIN: 'Temporary failure in name resolution',
  DNS_ETIMEOUT: 'Temporary failure in name resolution',
}

/** Through the C library, which knows every source of names that the system has. */
async function resolve(host: string): Promise<readonly string[]> {
  try {
    const found = await Bun.dns.lookup(host, { backend: 'libc', socketType: 'tcp' })
    return found.map(({ address }) => address)
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
    throw new SocketFailure(lookupWords[code] ?? 'Name or service not known', { cause: failure })
  }
}

export function createSockets(open: () => Libc): Sockets {
  const as: Sockets['actAs'] = (identity, act) => (identity ? actAs(open(), identity, act) : act())

  const bind = (address: SocketAddress, onConnection: (connection: Connection) => void) => {
    const isUnix = 'path' in address
    const socket: SocketHandler<BunConnection | undefined> = {
      ...events,
      open: (held) => {
        held.data = new BunConnection(held, isUnix)
        onConnection(held.data)
      },
    }
    const options = { allowHalfOpen: true, exclusive: true, data: undefined, socket }
    if (!isUnix) return Bun.listen({ ...options, hostname: address.host, port: address.port })
    const before = process.umask(socketMask)
    try {
      return Bun.listen({ ...options, unix: address.path })
    } finally {
      process.umask(before)
    }
  }

  return {
    resolve,
    actAs: as,
    connect: async (address, identity) => {
      const libc = open()
      const descriptor = as(identity, () => startConnecting(libc, address))
      return adopt(libc, descriptor, 'path' in address)
    },
    listen: (address, identity, onConnection) => {
      const libc = open()
      try {
        const listener = as(identity, () => bind(address, onConnection))
        return {
          port: 'port' in listener && !('path' in address) ? listener.port : 0,
          // Bun removes the path of a Unix socket, which must not happen with root's rights: the user may have put
          // something else in its place.
          [Symbol.dispose]: () => as(identity, () => listener.stop()),
        }
      } catch (failure) {
        throw failureFrom(libc, failure)
      }
    },
  }
}
