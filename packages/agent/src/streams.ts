// Each stream that the gateway opens, to what serves it.
import type { Link, LinkStream } from '@sshore/link'
import { openDial } from './dial/dial.ts'
import type { Log } from './log.ts'
import type { Authenticator } from './login/authenticate.ts'
import { createLogins } from './login/logins.ts'
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
}

/** Serves the streams of one link; all of them close when the link ends. */
export function serveStreams(link: Link, services: StreamServices): void {
  const { platform, launcher, log } = services
  const logins = createLogins(services.authenticator, log, services.activity)

  const serve = (stream: LinkStream) => {
    const { header } = stream
    if (header.kind === 'login') {
      logins.accept(stream, header)
      return
    }
    const login = logins.find(header.login)
    if (!login) stream.reset('not_permitted', 'no such login on this link')
    else if (header.kind === 'session') openSession(stream, header, login, { platform, launcher, log })
    else openDial(stream, header, login, platform.clock)
  }
  link.onStream = serve
}
