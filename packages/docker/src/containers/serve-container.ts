// The device's side of a link, for a container: each stream that the gateway opens, to what serves it.
import { type Clock, createLogins, type Link, type LinkStream, type Logins } from '@sshore/link'
import type { Engine } from '../engine/engine.ts'
import { openFileSession } from '../files/file-session.ts'
import type { Account } from '../login/accounts.ts'
import { createAuthenticator, type Crypt } from '../login/authenticate.ts'
import { openSession } from '../session/session.ts'
import type { ContainerLog } from './container-log.ts'

export interface ContainerServices {
  readonly engine: Engine
  /** Identifier of the container. */
  readonly container: string
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly calendar: () => number
  readonly crypt: Crypt
  readonly log: ContainerLog
}

export interface ContainerDevice {
  /** Serves the streams of a link; all of them close when the link ends. */
  serve(link: Link): void
  /** Ends all that runs under the logins, and says why. */
  endAll(why: string): void
}

/** Programs of one login at a time. */
const programsMost = 256
const sftpSubsystem = 'sftp'
const noForwarding =
  'Containers have neither forwarding nor tunnels; run a program in the container, or forward from the device it runs on'

export function createContainerDevice(services: ContainerServices): ContainerDevice {
  const authenticate = createAuthenticator(services)
  const ends = new Set<(why: string) => void>()

  const serve = (stream: LinkStream, logins: Logins<Account>) => {
    const { header } = stream
    if (header.kind === 'login') return logins.accept(stream, header)
    if (header.kind !== 'session') return stream.reset('not_permitted', noForwarding)
    const login = logins.find(header.login)
    if (!login) return stream.reset('not_permitted', 'no such login on this link')
    if (login.owned >= programsMost) {
      return stream.reset('refused', `more than ${programsMost} programs in one login`)
    }
    const { program } = header
    if (program.kind !== 'subsystem') return openSession(stream, header, program, login, services)
    if (program.name === sftpSubsystem) return openFileSession(stream, login, services)
    return stream.reset('unknown_subsystem', `Containers have no subsystem named ${program.name}.`)
  }

  return {
    serve: (link) => {
      const logins = createLogins({ authenticate, log: services.log })
      const end = (why: string) => logins.endAll(why)
      ends.add(end)
      link.onStream = (stream) => serve(stream, logins)
      const { onClose } = link
      link.onClose = (reason) => {
        ends.delete(end)
        onClose(reason)
      }
    },
    endAll: (why) => {
      for (const end of ends) end(why)
    },
  }
}
