// The agent as a whole: become known to the server, keep a link to its gateway, serve what comes over it.
import { createClient, fetchTransport } from '@sshore/client'
import { keepLink } from './connection.ts'
import { identityOf } from './forwarding/identity.ts'
import { openDeviceKey } from './identity/device-key.ts'
import { openStateFolder } from './identity/state-folder.ts'
import { lockStateFolder } from './identity/state-lock.ts'
import type { Log } from './log.ts'
import { type Account, createAccountFinder, findAccountById } from './login/accounts.ts'
import { createAttempts } from './login/attempts.ts'
import { closingFiles, createAuthenticator } from './login/authenticate.ts'
import { findInOwnList } from './login/own-keys.ts'
import { createPasswordCheck } from './login/password.ts'
import type { Platform } from './platform/platform.ts'
import { watchActivity } from './quiet.ts'
import { introduceDevice } from './registration/introduction.ts'
import { pair } from './registration/pairing.ts'
import { createRegistrar, type Registration } from './registration/registrar.ts'
import { retryReports } from './registration/retry-reports.ts'
import type { RetryOptions } from './registration/retry.ts'
import { adoptTenant, findAdoptedTenant, parseTenantId } from './registration/tenant.ts'
import { createLauncher } from './session/launch.ts'
import { serveStreams, type StreamServices } from './streams.ts'

export interface AgentOptions {
  /** The server's address without a trailing slash. */
  readonly server: string
  readonly tenant: string | undefined
  readonly hostname: string | undefined
  readonly identity: string | undefined
  /** Keys have to stand in the device's own list as well. */
  readonly ownKeysOnly: boolean
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

function describe(now: Registration, before: Registration | undefined, options: AgentOptions): void {
  const { name, namespace, status } = now
  const { log, server, hostname } = options
  const device = `${namespace}.${name}`
  const asked = hostname === undefined || hostname === name ? '' : ` (asked for '${hostname}')`
  if (before?.status === 'pending' && status === 'accepted') log.info(`accepted as ${device}`)
  else log.info(`registered as ${device}${asked}`, { status })
  if (status === 'pending') {
    log.info(`waiting for a member of ${namespace} to accept this device at ${server}/devices/pending`)
  }
  if (status === 'rejected') log.warn(`a member of ${namespace} has rejected this device; nobody can reach it`)
}

function createServices({ platform, log, uid, ownKeysOnly }: AgentOptions): StreamServices {
  const { clock, sockets } = platform
  // As sshd does: the list may be a link to what only root may open, and a home may be closed to root (NFS).
  const findAsUser = async (account: Account, key: string) => {
    const as = await identityOf(account, uid)
    return sockets.actAs(as, () => findInOwnList(account, key))
  }
  const onlyAccount = uid === 0 ? undefined : findAccountById(uid)
  if (uid !== 0) log.warn('not running as root: only this user can log in', { user: onlyAccount?.username ?? uid })
  return {
    platform,
    log,
    authenticator: createAuthenticator({
      clock,
      attempts: createAttempts(clock),
      passwords: createPasswordCheck((password, setting) => platform.crypt(password, setting)),
      findAccount: createAccountFinder(),
      onlyAccount,
      ownKeys: ownKeysOnly ? findAsUser : undefined,
      closingFiles,
    }),
    launcher: createLauncher(platform, uid),
    ownUid: uid,
    ownKeysOnly,
    activity: watchActivity(clock, () => platform.releaseMemory()),
  }
}

/** Runs until the signal ends it; rejects only for what a retry cannot mend on this device. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { server, version, platform, log, random, signal, hostname, identity } = options
  const { clock } = platform
  const folder = await openStateFolder(options.stateFolder)
  using _lock = lockStateFolder(folder.path, platform)
  const key = await openDeviceKey(folder)
  const introduction = await introduceDevice({ folder, publicKey: key.publicKey, version, hostname, identity })
  const client = createClient(fetchTransport(server, fetch))
  const retry: RetryOptions = { clock, random, signal, onFailure: retryReports(log, server) }

  const joinByCode = async () => {
    const onCode = (code: string, expiresInSeconds: number) =>
      options.showCode(code, `${server}/accept-device?code=${code}`, expiresInSeconds)
    const joined = await pair({ client, introduction, clock, retry, onCode })
    await adoptTenant(folder, joined)
    return joined
  }
  const chosen = options.tenant === undefined ? await findAdoptedTenant(folder) : parseTenantId(options.tenant)
  const tenant = chosen ?? (await joinByCode())

  const services = createServices(options)
  using activity = services.activity
  const started = activity.begin()
  const onChanged = (now: Registration, before: Registration | undefined) => describe(now, before, options)
  const registrar = await createRegistrar({ client, introduction, tenant, retry, onChanged })
  const kept = registrar.keep().catch((failure: unknown) => {
    if (!signal.aborted) throw failure
  })
  while (!signal.aborted) {
    const sign = (text: string) => key.sign(text)
    const onLink = (link: Parameters<typeof serveStreams>[0]) => {
      serveStreams(link, services)
      started()
    }
    await keepLink({ server, version, platform, log, registrar, sign, random, signal, onLink })
    if (!signal.aborted) await registrar.renew()
  }
  await kept
}
