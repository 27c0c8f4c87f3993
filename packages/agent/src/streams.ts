// Each stream that the gateway opens, to what serves it.
import { createLogins, type Link, type LinkStream } from '@sshore/link'
import { createLoginForwarding, type LoginForwarding } from './forwarding/forwarding.ts'
import { createTunnels } from './forwarding/tunnels.ts'
import type { Log } from './log.ts'
import type { Authenticator } from './login/authenticate.ts'
import type { Login } from './login/login.ts'
import type { Activity } from './quiet.ts'
import type { Platform } from './platform/platform.ts'
import type { Launcher } from './session/launch.ts'
import { openSession } from './session/session.ts'

export interface StreamServices {
  readonly platform: Platform
  readonly authenticator: Authenticator
  readonly launcher: Launcher
  readonly log: Log
  readonly activity: Activity
  /** Who the agent runs as. */
  readonly ownUid: number
  /** Nobody gets to the device by the word of the server alone. */
  readonly ownKeysOnly: boolean
}

/** Programs, connections and listening ports of one login at a time; the gateway allows as many channels. */
const streamsOfLoginMost = 1024

/** Serves the streams of one link; all of them close when the link ends. */
export function serveStreams(link: Link, services: StreamServices): void {
  const { platform, launcher, log, ownUid } = services
  const logins = createLogins({
    authenticate: (header) => services.authenticator.authenticate(header),
    log,
    begin: () => services.activity.begin(),
  })
  const forwardings = new WeakMap<Login, LoginForwarding>()
  const forwardingOf = (login: Login) => {
    const known = forwardings.get(login) ?? createLoginForwarding(login, { platform, ownUid })
    forwardings.set(login, known)
    return known
  }

  const tunnels = createTunnels(services)
  const serve = (stream: LinkStream) => {
    const { header } = stream
    if (header.kind === 'login') {
      logins.accept(stream, header)
      return
    }
    if (header.kind === 'tunnel') {
      tunnels.open(stream, header)
      return
    }
    const login = logins.find(header.login)
    if (!login) stream.reset('not_permitted', 'no such login on this link')
    else if (login.owned >= streamsOfLoginMost) {
      stream.reset('refused', `more than ${streamsOfLoginMost} programs and connections in one login`)
    } else if (header.kind === 'session') {
      const sshAgentPath = () => forwardingOf(login).sshAgentPath()
      openSession(stream, header, login, { platform, launcher, log, sshAgentPath })
    } else forwardingOf(login).serve(stream, header)
  }
  link.onStream = serve
}
