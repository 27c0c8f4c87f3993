// Channels that the client opens to the device's network: `direct-tcpip` (RFC 4254 section 7.2), and to its Unix sockets:
// `direct-streamlocal@openssh.com` (OpenSSH's PROTOCOL section 2.4).
import { type DialHeader, type DialSocketHeader, type ForwardingKind, socketPathBytes } from '@sshore/contract'
import { oneLine } from '../plain-text.ts'
import type { ChannelRequest } from '../ssh/connection-service.ts'
import { openFailure } from '../ssh/message-numbers.ts'
import type { Reader } from '../ssh/wire.ts'
import { ForwardPassage } from './forward-passage.ts'
import { forwardingDenial } from './forwarding-denial.ts'
import type { SessionContext } from './session-channel.ts'
import { isSocketPath } from './socket-path.ts'
import { dialFailure } from './stream-failures.ts'

type Target = Omit<DialHeader, 'login'> | Omit<DialSocketHeader, 'login'>

/** `fields` name a host and a port, and where the client's connection came from. */
export function forwardToHost(request: ChannelRequest, fields: Reader, context: SessionContext): void {
  const host = fields.text()
  const port = fields.uint32()
  const origin = { address: oneLine(fields.text(), 255), port: Math.min(fields.uint32(), 65_535) }
  if (host.length === 0 || host.length > 255 || port < 1 || port > 65_535) {
    request.refuse(openFailure.connectFailed, 'not a host and port')
    return
  }
  context.record.noteEvent('direct-tcpip')
  forward(request, context, 'local', { kind: 'dial', host, port, origin })
}

/** `fields` name a path. */
export function forwardToSocket(request: ChannelRequest, fields: Reader, context: SessionContext): void {
  const path = fields.text()
  if (!isSocketPath(path)) {
    request.refuse(openFailure.connectFailed, `not the path of a Unix socket (at most ${socketPathBytes} bytes)`)
    return
  }
  context.record.noteEvent('direct-streamlocal@openssh.com')
  forward(request, context, 'socket', { kind: 'dial-socket', path })
}

/** Answers the request once the device has. */
function forward(request: ChannelRequest, context: SessionContext, kind: ForwardingKind, target: Target): void {
  const denial = forwardingDenial(context, kind)
  if (denial !== undefined) {
    request.refuse(openFailure.administrativelyProhibited, denial)
    return
  }
  let abandoned = false
  request.onAbandoned = () => {
    abandoned = true
  }
  void context.standing.denial().then((reason) => {
    if (abandoned) return
    if (reason === undefined) dial(request, context, target)
    else request.refuse(openFailure.administrativelyProhibited, oneLine(reason))
  })
}

function dial(request: ChannelRequest, context: SessionContext, target: Target): void {
  const passage = new ForwardPassage({ ...target, login: context.login.id }, context, {
    onOpened: () => passage.attach(request.accept()),
    onFailed: (reason, detail) => {
      const failure = dialFailure(reason, oneLine(detail))
      request.refuse(failure.reason, failure.text)
    },
  })
  request.onAbandoned = () => passage.onClose()
}
