// One container of an engine as a device of the namespace: registered, and linked to the gateway of this very server.
import {
  type ContainerKey,
  containerKey,
  createContainerDevice,
  type Engine,
  type FollowedContainer,
  shaCrypt,
  shortId,
} from '@sshore/docker'
import { createAgentLink, type LinkSocket } from '@sshore/link'
import type { Logger } from 'pino'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'
import type { Services } from '../../services.ts'
import { register, type Registered } from '../devices/index.ts'
import { sealContext } from './engine-of.ts'
import { timers } from './timers.ts'

export interface KeptContainer {
  readonly row: ConnectorsTable
  readonly engine: Engine
  readonly seed: Uint8Array
  readonly container: FollowedContainer
  readonly log: Logger
}

const imageChars = 128
const registerAgainSeconds = { least: 5, most: 300 } as const
/** A container that stopped has this long for its sessions to hear of it. */
const partingMilliseconds = 500

/** What the keys of a connector's containers are made from. */
export const seedOf = (
  { uid, sealed_secret: sealed }: ConnectorsTable,
  { sealer }: Pick<Services, 'sealer'>,
): Uint8Array => Buffer.from(sealer.open(sealed, sealContext('secret', uid)).toString(), 'hex')

async function registerContainer(
  services: Services,
  { row, container }: KeptContainer,
  key: ContainerKey,
): Promise<Registered & { readonly token: string }> {
  const registration = {
    info: {
      id: 'docker',
      pretty_name: container.image.slice(0, imageChars) || 'container',
      version: services.options.version,
      arch: '',
      platform: 'connector',
    },
    hostname: container.deviceName,
    identity: { mac: shortId(container.id) },
    public_key: key.publicKey,
    tenant_id: row.tenant_id,
  }
  const registered = await register(
    services,
    (scope, inside) => change(services, serverActor, scope, inside),
    registration,
    row.address,
  )
  return { ...registered, token: await services.tokens.signDevice(registered.uid, row.tenant_id) }
}

/** Resolves when the signal ends it. Never rejects. */
export async function keepContainer(services: Services, kept: KeptContainer, stop: AbortSignal): Promise<void> {
  const { container, engine } = kept
  const key = containerKey(kept.seed, container.id)
  const log = kept.log.child({ container: container.deviceName })
  const device = createContainerDevice({
    engine,
    container: container.id,
    clock: timers,
    calendar: () => services.clock.now(),
    crypt: shaCrypt,
    log: {
      info: (message, fields = {}) => log.info(fields, message),
      warn: (message, fields = {}) => log.warn(fields, message),
    },
  })
  stop.addEventListener(
    'abort',
    () => device.endAll(stop.reason instanceof Error ? stop.reason.message : 'the connector stopped'),
    { once: true },
  )

  let waitSeconds: number = registerAgainSeconds.least
  while (!stop.aborted) {
    try {
      const { uid, token } = await registerContainer(services, kept, key)
      waitSeconds = registerAgainSeconds.least
      await keepLink({ services, uid, token, key, onLink: (link) => device.serve(link), stop })
    } catch (error) {
      // The database may be away, or too many devices wait to be accepted.
      log.warn({ err: error, waitSeconds }, 'a container could not be registered')
      await pause(waitSeconds, stop)
      waitSeconds = Math.min(registerAgainSeconds.most, waitSeconds * 2)
    }
  }
}

function pause(waitSeconds: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const go = (): void => resolve()
  const cancel = timers.after(waitSeconds * 1000, go)
  stop.addEventListener('abort', go, { once: true })
  return promise.finally(() => {
    cancel()
    stop.removeEventListener('abort', go)
  })
}

interface LinkKeeping {
  readonly services: Services
  readonly uid: string
  readonly token: string
  readonly key: ContainerKey
  readonly onLink: (link: Parameters<ReturnType<typeof createContainerDevice>['serve']>[0]) => void
  readonly stop: AbortSignal
}

/** Resolves when the device has to be registered anew, or a moment after the signal. */
function keepLink({ services, uid, token, key, onLink, stop }: LinkKeeping): Promise<void> {
  const { containerLink, version } = services.options
  const { promise, resolve } = Promise.withResolvers<void>()
  const dial = async (): Promise<LinkSocket> => {
    const socket = await containerLink?.(token)
    if (socket) return socket
    // The gateway does not know the token: somebody has removed the device.
    timers.after(0, finish)
    throw new Error('the gateway does not take this container')
  }
  let over = false
  const finish = (): void => {
    if (over) return
    over = true
    link[Symbol.dispose]()
    resolve()
  }
  const link = createAgentLink({
    clock: timers,
    random: Math.random,
    uid,
    agentVersion: version,
    sign: async (text) => key.sign(text),
    dial,
    onLink,
    onRevoked: finish,
    allocate: (bytes) => Buffer.allocUnsafeSlow(bytes),
    report: (fault) => services.log.error({ err: fault }, 'a fault in a stream of a container'),
  })
  if (stop.aborted) finish()
  else stop.addEventListener('abort', () => timers.after(partingMilliseconds, finish), { once: true })
  return promise
}
