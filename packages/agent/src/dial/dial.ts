// A `dial` stream: a TCP connection from the device (RFC 4254 section 7.2), each direction ended on its own.
import { connect, type Socket } from 'node:net'
import type { DialHeader } from '@sshore/contract'
import type { Clock, LinkStream } from '@sshore/link'
import type { Login } from '../login/logins.ts'

const connectTimeoutSeconds = 15

/** What a person can act on, for the errors of connect(2) and of name resolution. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ENOTFOUND: 'Name or service not known',
  EAI_AGAIN: 'Temporary failure in name resolution',
  EHOSTUNREACH: 'No route to host',
  ENETUNREACH: 'Network is unreachable',
  ETIMEDOUT: 'Connection timed out',
  EACCES: 'Permission denied',
}

const reasonOf = (failure: NodeJS.ErrnoException): string => reasons[failure.code ?? ''] ?? failure.message

/** Writes and gives credit back for each chunk once the kernel has it. */
function passOn(socket: Socket, stream: LinkStream, chunk: Uint8Array): void {
  socket.write(chunk, () => stream.consumed(chunk.byteLength))
}

export function openDial(stream: LinkStream, header: DialHeader, login: Login, clock: Clock): void {
  const socket = connect({ host: header.host, port: header.port, allowHalfOpen: true, noDelay: true })
  let connected = false
  let over = false
  const end = () => {
    over = true
    cancelTimeout()
    disown()
    socket.destroy()
  }
  const fail = (detail: string) => {
    if (over) return
    end()
    stream.reset(connected ? 'closed' : 'connect_failed', detail)
  }
  const cancelTimeout = clock.after(connectTimeoutSeconds * 1000, () => fail('Connection timed out'))
  const disown = login.own(() => fail('the login ended'))

  socket.on('connect', () => {
    connected = true
    cancelTimeout()
    stream.message({ type: 'opened' })
  })
  socket.on('data', (chunk: Uint8Array) => {
    if (!stream.write(chunk)) socket.pause()
  })
  socket.on('end', () => stream.end())
  socket.on('error', (failure) => fail(reasonOf(failure)))
  socket.on('close', () => {
    if (over) return
    end()
    stream.close()
  })
  stream.handler = {
    onData: (chunk) => passOn(socket, stream, chunk),
    onMessage: () => undefined,
    onEnd: () => {
      socket.end()
    },
    onDrain: () => socket.resume(),
    onClose: () => {
      if (!over) end()
    },
  }
}
