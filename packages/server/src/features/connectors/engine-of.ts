// From a connector to the engine it means, within what whoever runs the server allows.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { Failure } from '@sshore/contract'
import {
  createEngine,
  type Engine,
  type EngineAddress,
  EngineFailure,
  enginePorts,
  type EngineTls,
} from '@sshore/docker'
import { flag } from '../../platform/database/codecs.ts'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'
import { isPublic, isPublicName, publicLookup } from '../../platform/public-addresses.ts'
import type { Services } from '../../services.ts'
import { timers } from './timers.ts'

export const sealContext = (kind: 'key' | 'secret', uid: string): string => `connector ${kind} ${uid}`

const socketPrefix = 'unix://'
const hostOf = (address: string): string => address.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Which sockets of its own the server connects to, and whether private addresses: nobody else decides this. */
type Allowing = { readonly options: Pick<Services['options'], 'connectorAllowPrivate' | 'connectorSockets'> }

const isAllowed = (address: string, { options }: Allowing): boolean => {
  if (address.startsWith(socketPrefix)) {
    return (options.connectorSockets ?? []).includes(address.slice(socketPrefix.length))
  }
  if (options.connectorAllowPrivate === true) return true
  const host = hostOf(address)
  return isIP(host) === 0 ? isPublicName(host) : isPublic(host)
}

/** Fails with `connector_address`. What a name stands for is checked at each connection. */
export function checkAddress(address: string, allowing: Allowing): void {
  if (!isAllowed(address, allowing)) throw new Failure('connector_address', { fields: ['address'] })
}

/** Fails with `connector_tls`. */
export function checkTls({ ca, cert, key }: EngineTls): void {
  try {
    // Both throw what is no PEM of the kind that is wanted.
    new X509Certificate(ca).checkIssued(new X509Certificate(ca))
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return
  } catch {
    // Said below.
  }
  throw new Failure('connector_tls', { fields: ['secure', 'tls'] })
}

type Opening = Allowing & Pick<Services, 'sealer'>

function tlsOf({ uid, ca, cert, sealed_key: sealed }: ConnectorsTable, { sealer }: Opening): EngineTls {
  return { ca, cert, key: sealed === null ? '' : sealer.open(sealed, sealContext('key', uid)).toString() }
}

/** Rejects with `EngineFailure` when the engine may not be connected to any more. */
export function engineOf(row: ConnectorsTable, services: Opening): Engine {
  if (!isAllowed(row.address, services)) {
    throw new EngineFailure('unreachable', `The server does not connect to ${row.address} any more.`)
  }
  return createEngine({ address: addressOf(row, services), clock: timers })
}

function addressOf(row: ConnectorsTable, services: Opening): EngineAddress {
  if (row.address.startsWith(socketPrefix)) return { kind: 'socket', path: row.address.slice(socketPrefix.length) }
  const secure = flag.read(row.secure)
  return {
    kind: 'tcp',
    host: hostOf(row.address),
    port: row.port === 0 ? enginePorts[secure ? 'tls' : 'plain'] : row.port,
    ...(secure ? { tls: tlsOf(row, services) } : {}),
    ...(services.options.connectorAllowPrivate === true ? {} : { lookup: publicLookup(lookup) }),
  }
}
