import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '@sshore/link'
import { addressText, type EngineAddress } from './engine-address.ts'
import { connectionFailure, EngineFailure } from './engine-failure.ts'

const connectSeconds = 10
/** A host that vanished is noticed even while nothing is said. */
const keepAliveSeconds = 30

function dial(address: EngineAddress): { readonly socket: Socket; readonly ready: 'connect' | 'secureConnect' } {
  // Half of a connection may end before the other: a program's input before its output.
  if (address.kind === 'socket') {
    return { socket: connectPlain({ path: address.path, allowHalfOpen: true }), ready: 'connect' }
  }
  const { host, port, tls, lookup } = address
  const target = { host, port, ...(lookup ? { lookup } : {}) }
  if (!tls) return { socket: connectPlain({ ...target, allowHalfOpen: true }), ready: 'connect' }
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({ ...target, ...tls, ...servername, minVersion: 'TLSv1.2', rejectUnauthorized: true })
  return { socket, ready: 'secureConnect' }
}

/** Rejects with `EngineFailure`. The socket is paused. */
export function connect(address: EngineAddress, clock: Clock): Promise<Socket> {
  const where = addressText(address)
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined
    const fail = (failure: unknown) => {
      cancel()
      socket?.destroy()
      reject(connectionFailure(where, failure))
    }
    const cancel = clock.after(connectSeconds * 1000, () =>
      fail(new EngineFailure('deadline', `The engine at ${where} did not answer within ${connectSeconds} seconds.`)),
    )
    try {
      // Keys and certificates that cannot be read are thrown.
      const dialled = dial(address)
      socket = dialled.socket
      const made = dialled.socket
      made.once('error', fail)
      made.once(dialled.ready, () => {
        cancel()
        made.off('error', fail)
        made.setNoDelay(true)
        made.setKeepAlive(true, keepAliveSeconds * 1000)
        resolve(made)
      })
    } catch (failure) {
      fail(failure)
    }
  })
}
