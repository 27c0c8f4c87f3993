import { linkClose, linkPath, linkSubprotocol } from '@sshore/contract'
import { createAgentLink, type Link } from '@sshore/link'
import { connectionTrouble, disconnection } from './connection-trouble.ts'
import { type Log, reasonOf } from './log.ts'
import { type Platform, UpgradeRefused } from './platform/platform.ts'
import type { Registrar } from './registration/registrar.ts'

export interface ConnectionOptions {
  /** The server's address without a trailing slash. */
  readonly server: string
  readonly version: string
  readonly platform: Platform
  readonly log: Log
  readonly registrar: Registrar
  /** Base64 of the device key's signature over a text. */
  readonly sign: (text: string) => string
  readonly random: () => number
  readonly signal: AbortSignal
  /** A new link stands. */
  readonly onLink: (link: Link) => void
}

const twinAdvice =
  'if this machine is a copy of the other one, stop the agent here, remove its --data-dir and start it again: it becomes a device of its own'

/** Keeps a link to the server's gateway until the signal ends it, or the server has removed the device. */
export function keepLink(options: ConnectionOptions): Promise<void> {
  const { server, version, platform, log, registrar, sign, random, signal, onLink } = options
  const address = `${server.replace(/^http/, 'ws')}${linkPath}`
  let tokenRefused = false
  let connected = false

  const dial = async () => {
    if (tokenRefused) await registrar.renew()
    tokenRefused = false
    const headers = { authorization: `Bearer ${registrar.registration.token}` }
    try {
      return await platform.dial(address, { headers, subprotocol: linkSubprotocol })
    } catch (failure) {
      tokenRefused = failure instanceof UpgradeRefused && failure.status < 500
      throw failure instanceof UpgradeRefused ? failure : new Error(connectionTrouble(failure), { cause: failure })
    }
  }

  return new Promise((resolve) => {
    const link = createAgentLink({
      clock: platform.clock,
      random,
      uid: registrar.registration.uid,
      agentVersion: version,
      sign: async (text) => sign(text),
      dial,
      onLink: (made) => {
        let resumed = false
        made.onConnected = (present) => {
          if (!present) return
          connected = true
          log.info(resumed ? 'connected again; sessions go on' : 'connected', { server })
          resumed = true
        }
        onLink(made)
      },
      onRevoked: (reason) => {
        log.warn('the server has removed this device; registering again', { reason })
        finish()
      },
      onWaiting: (milliseconds, reason, code) => {
        const seconds = Math.round(milliseconds / 100) / 10
        log.warn(`${disconnection(connected, code, reason)}; trying again in ${seconds} s`)
        if (code === linkClose.twin) log.error(twinAdvice)
        connected = false
      },
      allocate: (bytes) => Buffer.allocUnsafeSlow(bytes),
      report: (fault) => log.error('a fault in a stream', { reason: reasonOf(fault) }),
    })
    const finish = () => {
      signal.removeEventListener('abort', finish)
      link[Symbol.dispose]()
      resolve()
    }
    signal.addEventListener('abort', finish, { once: true })
  })
}
