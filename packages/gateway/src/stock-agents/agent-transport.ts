// What both generations of stock agents offer, each over its own way back to the device.
import type { Duplex } from 'node:stream'
import type { SessionUid } from '@sshore/contract'

export interface AgentTransport {
  /** False once the device's connection is over. */
  readonly open: boolean
  /** A stream on which the agent's SSH server has begun to speak; not a byte of that is taken. Rejects in time. */
  dialSsh(session: SessionUid): Promise<Duplex>
  /** A connection that the agent made to a host and port. Rejects in time. */
  dialHost(host: string, port: number): Promise<Duplex>
  /** Asks the agent to break a session's connection off. */
  closeSession(session: SessionUid): Promise<void>
  close(reason: string): void
  /** Called once. Streams that travel on their own may go on. */
  onClose: (reason: string) => void
}

/** How long an agent has for each step of opening a stream; it gives itself 20 seconds to dial back. */
export const stepSeconds = 20
