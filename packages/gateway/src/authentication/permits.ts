// What somebody who was let in may do; a certificate can take some of it away.

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
