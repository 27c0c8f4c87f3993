// The agent as a whole: become known to the server, keep a link to its gateway, serve what comes over it.
import { hostname as systemHostname } from 'node:os'
import { createClient, fetchTransport } from '@sshore/client'
import { limits, linkPath, linkSubprotocol } from '@sshore/contract'
import { createAgentLink } from '@sshore/link'
import { readDeviceInfo } from './identity/device-info.ts'
import { openDeviceKey } from './identity/device-key.ts'
import { findHardwareAddress } from './identity/hardware-address.ts'
import { openStateFolder } from './identity/state-folder.ts'
import { type Log, reasonOf } from './log.ts'
import { createAttempts } from './login/attempts.ts'
import { createAuthenticator } from './login/authenticate.ts'
import { findAccountById } from './login/accounts.ts'
import { createPasswordCheck } from './login/password.ts'
import { type Platform, UpgradeRefused } from './platform/platform.ts'
import type { DeviceIntroduction } from './registration/introduction.ts'
import { pair } from './registration/pairing.ts'
import { createRegistrar, type Registrar, type Registration } from './registration/registrar.ts'
import type { RetryOptions } from './registration/retry.ts'
import { adoptTenant, findAdoptedTenant, parseTenantId } from './registration/tenant.ts'
import { watchActivity } from './quiet.ts'
import { createLauncher } from './session/launch.ts'
import { serveStreams } from './streams.ts'

export interface AgentOptions {
  /** The server's address without a trailing slash. */
  readonly server: string
  readonly tenant: string | undefined
  readonly hostname: string | undefined
  readonly identity: string | undefined
  readonly stateFolder: string
  readonly version: string
  readonly platform: Platform
  readonly log: Log
  /** Shows a pairing code to the person in front of the device. */
  readonly showCode: (code: string, address: string, expiresInSeconds: number) => void
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly signal: AbortSignal
  readonly uid: number
}

/** The first label of the host's name, in the alphabet of device names. */
function deviceNameFrom(hostname: string): string | undefined {
  const [label = ''] = hostname.split('.')
  const name = label.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, limits.deviceName.max)
  return name === '' || name === 'localhost' ? undefined : name
}

async function introduce(options: AgentOptions, publicKey: string): Promise<DeviceIntroduction> {
  const mac = options.identity ?? (await findHardwareAddress())
  if (mac === undefined) {
    throw new Error('This device has no Ethernet interface to be known by; choose an identity: --identity NAME')
  }
  const hostname = options.hostname ?? deviceNameFrom(systemHostname())
  return {
    info: await readDeviceInfo(options.version),
    ...(hostname === undefined ? {} : { hostname }),
    identity: { mac },
    public_key: publicKey,
  }
}

/** Reports each different trouble once, and again when it changes, not at every attempt. */
function retryReports({ log, server }: AgentOptions): RetryOptions['onFailure'] {
  let last = ''
  return (failure, waitSeconds, mayHeal) => {
    const reason = reasonOf(failure)
    if (reason === last) return
    last = reason
    const next = `trying again in ${Math.round(waitSeconds)} s`
    if (mayHeal) log.warn(`cannot register at ${server}: ${reason}; ${next}`)
    else log.error(`the server refuses this device: ${reason} Check --server and --tenant; ${next}`)
  }
}

function describe(registration: Registration, log: Log, server: string): void {
  const { name, namespace, status } = registration
  log.info('registered', { device: `${namespace}.${name}`, status })
  if (status === 'pending') {
    log.info(`waiting for a member of ${namespace} to accept this device at ${server}/devices/pending`)
  }
  if (status === 'rejected') log.warn(`a member of ${namespace} has rejected this device; nobody can reach it`)
}

function keepLink(
  options: AgentOptions,
  registrar: Registrar,
  sign: (text: string) => string,
  serve: Serve,
): Promise<void> {
  const { server, platform, log, random, signal, version } = options
  const address = `${server.replace(/^http/, 'ws')}${linkPath}`
  let tokenRefused = false
  return new Promise((resolve) => {
    const link = createAgentLink({
      clock: platform.clock,
      random,
      uid: registrar.registration.uid,
      agentVersion: version,
      sign: async (text) => sign(text),
      dial: async () => {
        if (tokenRefused) await registrar.renew()
        tokenRefused = false
        const headers = { authorization: `Bearer ${registrar.registration.token}` }
        try {
          return await platform.dial(address, { headers, subprotocol: linkSubprotocol })
        } catch (failure) {
          tokenRefused = failure instanceof UpgradeRefused && failure.status < 500
          throw failure
        }
      },
      onLink: (made) => {
        log.info('connected', { server })
        serve(made)
      },
      onRevoked: (reason) => {
        log.warn('the server has removed this device; registering again', { reason })
        finish()
      },
      onWaiting: (milliseconds, reason, code) => {
        log.warn('not connected', { reason, code, retryInSeconds: Math.round(milliseconds / 100) / 10 })
      },
      allocate: (bytes) => Buffer.allocUnsafeSlow(bytes),
      report: (fault) => log.error('a fault in a stream', { reason: reasonOf(fault) }),
    })
    const finish = () => {
      signal.removeEventListener('abort', finish)
      link[Symbol.dispose]()
      resolve()
    }
    signal.addEventListener('abort', finish, { once: true })
  })
}

type Serve = (link: Parameters<typeof serveStreams>[0]) => void

/** Runs until the signal ends it; rejects only for what a retry cannot mend on this device. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { platform, log, random, signal, server, uid } = options
  const folder = await openStateFolder(options.stateFolder)
  const key = await openDeviceKey(folder)
  const introduction = await introduce(options, key.publicKey)
  const client = createClient(fetchTransport(server, fetch))
  const retry: RetryOptions = { clock: platform.clock, random, signal, onFailure: retryReports(options) }

  const joinByCode = async () => {
    const { clock } = platform
    const onCode = (code: string, expiresInSeconds: number) =>
      options.showCode(code, `${server}/accept-device?code=${code}`, expiresInSeconds)
    const joined = await pair({ client, introduction, clock, retry, onCode })
    await adoptTenant(folder, joined)
    return joined
  }
  const chosen = options.tenant === undefined ? await findAdoptedTenant(folder) : parseTenantId(options.tenant)
  const tenant = chosen ?? (await joinByCode())

  const onlyAccount = uid === 0 ? undefined : findAccountById(uid)
  if (uid !== 0) log.warn('not running as root: only this user can log in', { user: onlyAccount?.username ?? uid })
  const authenticator = createAuthenticator({
    clock: platform.clock,
    attempts: createAttempts(platform.clock),
    passwords: createPasswordCheck((password, setting) => platform.crypt(password, setting)),
    onlyAccount,
  })
  const activity = watchActivity(platform.clock, () => platform.releaseMemory())
  const starting = activity.begin()
  const services = { platform, authenticator, launcher: createLauncher(platform, uid), log, activity }

  const onChanged = (registration: Registration) => describe(registration, log, server)
  const registrar = await createRegistrar({ client, introduction, tenant, retry, onChanged })
  const kept = registrar.keep().catch((failure: unknown) => {
    if (!signal.aborted) throw failure
  })
  while (!signal.aborted) {
    await keepLink(
      options,
      registrar,
      (text) => key.sign(text),
      (link) => {
        serveStreams(link, services)
        starting()
      },
    )
    if (!signal.aborted) await registrar.renew()
  }
  await kept
}
