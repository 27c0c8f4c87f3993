// What a login may have forwarded, and who serves it. The gateway has asked the same questions: the device asks again,
// so that it does not depend on the gateway for what its own namespace has switched off.
import { type ForwardingKind, forwardingRefusal, type StreamHeader } from '@sshore/contract'
import type { LinkStream } from '@sshore/link'
import type { Login } from '../login/login.ts'
import type { Platform } from '../platform/platform.ts'
import { openDial } from './dial.ts'
import { rememberedIdentity } from './identity.ts'
import { createListeners } from './listeners.ts'

export type ForwardingHeader = Exclude<StreamHeader, { kind: 'login' | 'session' | 'tunnel' }>

/** An accepted connection was allowed when its listener was. */
const permissions: Readonly<Record<Exclude<ForwardingHeader['kind'], 'accept'>, ForwardingKind>> = {
  dial: 'local',
  'dial-socket': 'socket',
  listen: 'remote',
  'listen-socket': 'socket',
  'ssh-agent': 'agent',
}

export interface LoginForwarding {
  serve(stream: LinkStream, header: ForwardingHeader): void
  /** Socket of the client's ssh-agent on this device, if it is forwarded. */
  sshAgentPath(): Promise<string | undefined>
}

export interface ForwardingOptions {
  readonly platform: Platform
  /** Who the agent runs as. */
  readonly ownUid: number
}

export function createLoginForwarding(login: Login, { platform, ownUid }: ForwardingOptions): LoginForwarding {
  const identity = rememberedIdentity(login.account, ownUid)
  const listeners = createListeners(platform, identity)
  const options = { platform, identity }
  return {
    serve: (stream, header) => {
      const permission = header.kind === 'accept' ? undefined : permissions[header.kind]
      if (permission && !login.header.forwarding[permission]) {
        stream.reset('not_permitted', forwardingRefusal(permission))
      } else if (header.kind === 'dial' || header.kind === 'dial-socket') openDial(stream, header, login, options)
      else if (header.kind === 'accept') listeners.accept(stream, header, login)
      else listeners.open(stream, header, login)
    },
    sshAgentPath: () => listeners.sshAgentPath(),
  }
}
