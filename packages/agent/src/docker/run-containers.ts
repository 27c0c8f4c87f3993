// The agent for containers: each one that runs on an engine is a device of its own, with a key and a link of its own.
import { randomBytes } from 'node:crypto'
import { createClient, fetchTransport } from '@sshore/client'
import type { TenantId } from '@sshore/contract'
import {
  containerKey,
  createContainerDevice,
  createEngine,
  type Crypt,
  type Engine,
  type EngineAddress,
  type FollowedContainer,
  followEngine,
  seedBytes,
  shortId,
  type WhyOver,
} from '@sshore/docker'
import type { AgentOptions } from '../agent.ts'
import { keepLink } from '../connection.ts'
import { UsageError } from '../flags.ts'
import { archName } from '../identity/device-info.ts'
import { openStateFolder, type StateFolder } from '../identity/state-folder.ts'
import { lockStateFolder } from '../identity/state-lock.ts'
import { type Log, type LogFields, reasonOf } from '../log.ts'
import { watchActivity } from '../quiet.ts'
import type { DeviceIntroduction } from '../registration/introduction.ts'
import { createRegistrar } from '../registration/registrar.ts'
import { retryReports } from '../registration/retry-reports.ts'
import type { RetryOptions } from '../registration/retry.ts'
import { findAdoptedTenant, parseTenantId } from '../registration/tenant.ts'

export interface ContainerAgentOptions extends Pick<
  AgentOptions,
  'server' | 'tenant' | 'stateFolder' | 'version' | 'platform' | 'log' | 'random' | 'signal'
> {
  readonly engine: EngineAddress
  /** `name` or `name=value`; all containers without it. */
  readonly label: string | undefined
}

/** Containers of one engine that are followed at a time: each has a connection to the server. */
const containersMost = 500
const seedFile = 'containers.key'
/** Lengths the registration allows. */
const imageChars = 128
/** What sessions are told. */
const endings: Readonly<Record<WhyOver, string>> = {
  stopped: 'the container stopped',
  lost: 'the container engine cannot be reached',
  unfollowed: 'the agent stops',
}
/** A container that stopped has this long for its sessions to hear of it. */
const partingMilliseconds = 500

async function openSeed(folder: StateFolder): Promise<Uint8Array> {
  await folder.create(seedFile, `${randomBytes(seedBytes).toString('hex')}\n`)
  const text = (await folder.find(seedFile))?.trim() ?? ''
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  throw new Error(`${folder.path}/${seedFile} is damaged; remove it to make all containers new devices`)
}

const about = (log: Log, container: string): Log => {
  const withName = (fields: LogFields | undefined): LogFields => ({ container, ...fields })
  return {
    info: (message, fields) => log.info(message, withName(fields)),
    warn: (message, fields) => log.warn(message, withName(fields)),
    error: (message, fields) => log.error(message, withName(fields)),
  }
}

interface Following {
  readonly options: ContainerAgentOptions
  readonly engine: Engine
  readonly seed: Uint8Array
  readonly tenant: TenantId
}

/** Keeps one container registered and linked, until the signal ends it. */
async function keepContainer(following: Following, container: FollowedContainer, stop: AbortSignal): Promise<void> {
  const { options, engine, seed, tenant } = following
  const { server, version, platform, random } = options
  const { clock } = platform
  const log = about(options.log, container.deviceName)
  const key = containerKey(seed, container.id)
  const introduction: DeviceIntroduction = {
    info: {
      id: 'docker',
      pretty_name: container.image.slice(0, imageChars) || 'container',
      version,
      arch: archName(),
      platform: 'connector',
    },
    hostname: container.deviceName,
    identity: { mac: shortId(container.id) },
    public_key: key.publicKey,
  }
  const retry: RetryOptions = { clock, random, signal: stop, onFailure: retryReports(log, server) }
  const crypt: Crypt = async (password, setting) => platform.crypt(password, setting)
  const device = createContainerDevice({
    engine,
    container: container.id,
    clock,
    calendar: () => clock.calendar(),
    crypt,
    log,
  })
  const over = new AbortController()
  const part = () => {
    device.endAll(reasonOf(stop.reason))
    // The link outlives the container by a moment, so that sessions end with a reason.
    clock.after(partingMilliseconds, () => over.abort())
  }
  stop.addEventListener('abort', part, { once: true })

  const onChanged = ({ name, namespace, status }: { name: string; namespace: string; status: string }) =>
    log.info(`registered as ${namespace}.${name}`, { status })
  const client = createClient(fetchTransport(server, fetch))
  const registrar = await createRegistrar({ client, introduction, tenant, retry, onChanged })
  const kept = registrar.keep()
  kept.catch(() => undefined)
  while (!stop.aborted) {
    const sign = (text: string) => key.sign(text)
    const onLink = (link: Parameters<typeof device.serve>[0]) => device.serve(link)
    await keepLink({ server, version, platform, log, registrar, sign, random, signal: over.signal, onLink })
    if (!stop.aborted) await registrar.renew()
  }
}

/** Runs until the signal ends it; rejects only for what a retry cannot mend on this device. */
export async function runContainers(options: ContainerAgentOptions): Promise<void> {
  const { log, platform, signal, random, label } = options
  const { clock } = platform
  const folder = await openStateFolder(options.stateFolder)
  using _lock = lockStateFolder(folder.path, platform)
  const tenant = options.tenant === undefined ? await findAdoptedTenant(folder) : parseTenantId(options.tenant)
  if (tenant === undefined) {
    throw new UsageError('--docker wants --tenant ID: containers cannot show a code to pair with')
  }
  const engine = createEngine({ address: options.engine, clock })
  const following: Following = { options, engine, seed: await openSeed(folder), tenant }
  using activity = watchActivity(clock, () => platform.releaseMemory())
  activity.begin()()

  await followEngine({
    engine,
    clock,
    random,
    label,
    containersMost,
    signal,
    onState: ({ state, message }) => {
      if (state === 'connected') log.info(`following the containers of ${engine.where}${message && `. ${message}`}`)
      else log.warn(`${message} Trying again; --docker-host names another engine.`)
    },
    onContainer: (container) => {
      const stop = new AbortController()
      const kept = keepContainer(following, container, stop.signal).catch((failure: unknown) => {
        if (!stop.signal.aborted) log.error(`container ${container.deviceName} is given up: ${reasonOf(failure)}`)
      })
      return (why) => {
        if (why === 'stopped') log.info('the container stopped', { container: container.deviceName })
        stop.abort(new Error(endings[why]))
        return kept
      }
    },
  })
}
