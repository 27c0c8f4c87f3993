// What somebody who was let in may do; a certificate can take some of it away.
import type { Forwarding } from '@sshore/contract'

export interface Permits {
  readonly terminal: boolean
  /** Connections through the device and back, by TCP and by socket. */
  readonly portForwarding: boolean
  readonly agentForwarding: boolean
  /** Runs in place of whatever the client asks for. */
  readonly forcedCommand: string | undefined
}

export const everything: Permits = {
  terminal: true,
  portForwarding: true,
  agentForwarding: true,
  forcedCommand: undefined,
}

/** What of the namespace's forwarding is left. */
export const narrowed = (allowed: Forwarding, { portForwarding, agentForwarding }: Permits): Forwarding => ({
  local: allowed.local && portForwarding,
  remote: allowed.remote && portForwarding,
  socket: allowed.socket && portForwarding,
  agent: allowed.agent && agentForwarding,
})
