import { randomBytes, randomUUID } from 'node:crypto'
import { type BodyOf, type ConnectorUid, type contract, Failure, limits } from '@sshore/contract'
import { EngineFailure, seedBytes } from '@sshore/docker'
import type { Change, Fact } from '../../hooks.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { countConnectors, getConnector, insertConnector, patchConnector, removeConnector } from './connectors.store.ts'
import { checkAddress, checkTls, engineOf, sealContext } from './engine-of.ts'
import { writeState } from './holding.store.ts'

type Tools = Pick<Services, 'sealer' | 'clock' | 'options' | 'database'>
type Settings = BodyOf<typeof contract.updateConnector>

const target = ({ uid, address }: ConnectorsTable): Fact['target'] => ({ kind: 'connector', id: uid, name: address })

const factsOf = (row: ConnectorsTable) => ({
  address: row.address,
  port: row.port,
  secure: flag.read(row.secure),
  enable: flag.read(row.enable),
})

const isUnsure = { state: 'connecting', message: '' } as const

/** Fails with `connector_tls` where TLS is wanted and what was given is not enough for it. */
function tlsColumns(
  { sealer }: Tools,
  uid: ConnectorUid,
  secure: boolean,
  tls: Settings['tls'],
  before?: ConnectorsTable,
): Pick<ConnectorsTable, 'ca' | 'cert' | 'sealed_key'> {
  const sealed = before?.sealed_key ?? null
  if (!tls) {
    if (secure && sealed === null) throw new Failure('connector_tls', { fields: ['secure', 'tls'] })
    return { ca: before?.ca ?? '', cert: before?.cert ?? '', sealed_key: sealed }
  }
  const kept = sealed === null ? '' : sealer.open(sealed, sealContext('key', uid)).toString()
  const key = tls.key === '' ? kept : tls.key
  const isEmpty = `${tls.ca}${tls.cert}${key}` === ''
  if (secure || !isEmpty) checkTls({ ...tls, key })
  return {
    ca: tls.ca,
    cert: tls.cert,
    sealed_key: key === '' ? null : sealer.seal(Buffer.from(key), sealContext('key', uid)),
  }
}

/** Fails with `connector_address`, `connector_tls` or `connector_limit`. */
export async function createConnector(
  services: Tools,
  { database, scope, changed }: Change,
  body: BodyOf<typeof contract.createConnector>,
): Promise<ConnectorsTable> {
  checkAddress(body.address, services)
  const uid = randomUUID() as string as ConnectorUid
  const tls = tlsColumns(services, uid, body.secure, body.tls)
  if ((await countConnectors(database, scope)) >= limits.connectors.perNamespace) throw new Failure('connector_limit')
  const secret = randomBytes(seedBytes).toString('hex')
  const row: ConnectorsTable = {
    uid,
    tenant_id: scope.tenantId,
    enable: flag.write(body.enable),
    secure: flag.write(body.secure),
    address: body.address,
    port: body.port ?? 0,
    ...tls,
    sealed_secret: services.sealer.seal(Buffer.from(secret), sealContext('secret', uid)),
    ...isUnsure,
    state_since: services.clock.now(),
    created_at: services.clock.now(),
    revision: 1,
    holder: '',
    held_until: 0,
  }
  await insertConnector(database, row)
  await changed({ what: 'connector.create', target: target(row), after: factsOf(row) })
  return row
}

/** Fails with `connector_not_found`, `connector_address` or `connector_tls`. */
export async function editConnector(
  services: Tools,
  { database, scope, changed }: Change,
  uid: ConnectorUid,
  body: Settings,
): Promise<ConnectorsTable> {
  const before = await getConnector(database, scope, uid)
  const secure = body.secure ?? flag.read(before.secure)
  if (body.address !== undefined) checkAddress(body.address, services)
  await patchConnector(database, scope, uid, {
    enable: body.enable === undefined ? before.enable : flag.write(body.enable),
    secure: flag.write(secure),
    address: body.address ?? before.address,
    port: body.port ?? before.port,
    ...tlsColumns(services, uid, secure, body.tls, before),
    ...isUnsure,
    state_since: services.clock.now(),
    revision: before.revision + 1,
  })
  const after = await getConnector(database, scope, uid)
  await changed({ what: 'connector.update', target: target(after), before: factsOf(before), after: factsOf(after) })
  return after
}

/** Fails with `connector_not_found`. */
export async function dropConnector({ database, scope, changed }: Change, uid: ConnectorUid): Promise<void> {
  const row = await getConnector(database, scope, uid)
  await removeConnector(database, scope, uid)
  await changed({ what: 'connector.remove', target: target(row), before: factsOf(row) })
}

const failureText = (failure: unknown): string => {
  if (failure instanceof EngineFailure) return failure.message
  throw failure
}

/** Asks the engine who it is, and writes down how that went. */
export async function tryConnector(services: Tools, row: ConnectorsTable): Promise<ConnectorsTable> {
  if (!flag.read(row.enable)) return row
  const { tryoutSeconds } = limits.connectors
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(
    () => resolve(`The engine did not answer within ${tryoutSeconds} seconds.`),
    tryoutSeconds * 1000,
  )
  const asked = (async () => engineOf(row, services).info())().then(() => '', failureText)
  const message = await Promise.race([asked, late]).finally(() => clearTimeout(timer))
  const state = { state: message === '' ? 'connected' : 'failed', message } as const
  const now = services.clock.now()
  await transactFreely(services.database, (transaction) => writeState(transaction, row, state, now))
  const since = row.state === state.state ? (row.state_since ?? now) : now
  return { ...row, ...state, state_since: since }
}

/** Fails with `connector_unreachable`. */
export async function infoOf(services: Tools, row: ConnectorsTable): Promise<Record<string, unknown>> {
  try {
    return { ...(await engineOf(row, services).info()) }
  } catch (failure) {
    throw new Failure('connector_unreachable', { message: failureText(failure) })
  }
}
