// What of SSH's forwarding a namespace allows. The gateway refuses what is switched off, and the device again.
import { type Static, Type } from 'typebox'

/** One permission for each kind; all are given until a namespace switches one off. */
export const Forwarding = Type.Object({
  local: Type.Boolean({ description: 'Connections from the device to hosts and ports: ssh -L, -D, -W, -J' }),
  remote: Type.Boolean({ description: 'Ports that listen on the device: ssh -R' }),
  socket: Type.Boolean({ description: 'Unix sockets of the device, connected to or listened on' }),
  agent: Type.Boolean({ description: "The user's ssh-agent on the device: ssh -A" }),
})
export type Forwarding = Static<typeof Forwarding>
export type ForwardingKind = keyof Forwarding

export const everyForwarding: Forwarding = { local: true, remote: true, socket: true, agent: true }

/** The setting of a namespace that gives each permission. */
export const forwardingSettings = {
  local: 'allow_local_forwarding',
  remote: 'allow_remote_forwarding',
  socket: 'allow_socket_forwarding',
  agent: 'allow_agent_forwarding',
} as const satisfies Record<ForwardingKind, string>

/** For whoever is refused: which setting it is. */
export const forwardingRefusal = (kind: ForwardingKind): string =>
  `the namespace does not allow this (its setting ${forwardingSettings[kind]} is off)`
