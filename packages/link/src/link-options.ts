import type { Clock, Link, LinkSocket } from './link.ts'
import type { UnreadMemory } from './unread-memory.ts'

export interface LinkOptions {
  readonly id: string
  /** The agent pings while the link is idle; the gateway only listens. */
  readonly role: 'gateway' | 'agent'
  readonly clock: Clock
  readonly heartbeatSeconds?: number
  /** How long streams outlive their connection. */
  readonly resumptionSeconds?: number
  /** What unread bytes may take of memory that other links use too. Without it only the link's own bounds hold. */
  readonly unread?: UnreadMemory
  /** Memory for one outgoing message; need not be zeroed. */
  readonly allocate?: (bytes: number) => Uint8Array
  /** A stream's handler threw: that stream was broken off, and this is the error. */
  readonly report?: (fault: unknown) => void
}

/** A link, and the reins of its connection; only whoever makes connections holds these. */
export interface LinkController {
  readonly link: Link
  /** Sequenced bytes received so far, for the handshake of the next connection. */
  readonly received: number
  /** Whether streams are open, which wait for the next connection while there is none. */
  readonly busy: boolean
  /** Whether a peer that received this many sequenced bytes can go on. */
  canResumeFrom(peerReceived: number): boolean
  /** Carries the link over this connection from now on; takes over the socket's callbacks. */
  attach(socket: LinkSocket, peerReceived: number): void
  /** Closes the connection with this code; the link waits for the next one. */
  detach(code: number, reason: string): void
  /** The connection is gone, and the link waits for another one. */
  onDetached: (code: number, reason: string) => void
  /** The link is over for good, whoever ended it. */
  onOver: (code: number, reason: string, wasConnected: boolean) => void
}
