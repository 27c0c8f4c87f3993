// Whether a certificate is good for this login, here and now (PROTOCOL.certkeys, "Critical options", "Extensions").
import { BlockList, isIP } from 'node:net'
import { textOfBytes } from '@sshore/link'
import { Reader } from '../ssh/wire.ts'
import { type Certificate, userKind } from './certificate.ts'
import type { Permits } from './permits.ts'

export type CertificateDefect =
  | 'not_for_users'
  | 'not_yet_valid'
  | 'expired'
  | 'no_principals'
  | 'other_principal'
  | 'other_address'
  | 'unknown_option'
  | 'revoked'

export interface Visit {
  /** Login name on the device. */
  readonly login: string
  /** The client's address. */
  readonly address: string
  readonly now: Date
}

export interface CertificateGrant {
  readonly permits: Permits
  /** A security key has to say that it knows its user. */
  readonly verification: boolean
}

/** The authority's clock and ours need not agree on the second. */
const clockSkewSeconds = 30n
/** "Forever", as ssh-keygen writes it. */
const endOfTime = 0xffff_ffff_ffff_ffffn

const known: ReadonlySet<string> = new Set(['force-command', 'source-address', 'verify-required'])

/** The values of options are strings packed once more; a command may hold bytes that are no UTF-8. */
function textOf(value: Buffer): string | undefined {
  try {
    const reader = new Reader(value)
    const bytes = reader.bytes()
    return reader.remaining > 0 ? undefined : textOfBytes(bytes)
  } catch {
    return undefined
  }
}

/** A list of addresses and networks, joined by commas. Undefined when one of them is neither. */
function networksOf(text: string): BlockList | undefined {
  const list = new BlockList()
  for (const entry of text.split(',')) {
    const [address = '', length, ...more] = entry.split('/')
    const version = isIP(address)
    const bits = version === 4 ? 32 : 128
    const prefix = length === undefined ? bits : Number(length)
    const isPrefix = length === undefined || (/^\d{1,3}$/.test(length) && prefix <= bits)
    if (version === 0 || !isPrefix || more.length > 0) return undefined
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function comesFrom(text: string, address: string): boolean | undefined {
  const networks = networksOf(text)
  const version = isIP(address)
  if (!networks) return undefined
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function timesAllow({ validAfter, validBefore }: Certificate, now: Date): CertificateDefect | undefined {
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  if (seconds + clockSkewSeconds < validAfter) return 'not_yet_valid'
  return validBefore !== endOfTime && seconds - clockSkewSeconds >= validBefore ? 'expired' : undefined
}

function optionsAllow(options: ReadonlyMap<string, Buffer>, address: string): CertificateDefect | undefined {
  if ([...options.keys()].some((name) => !known.has(name))) return 'unknown_option'
  const command = options.get('force-command')
  if (command && textOf(command) === undefined) return 'unknown_option'
  if ((options.get('verify-required')?.length ?? 0) > 0) return 'unknown_option'
  const sources = options.get('source-address')
  if (!sources) return undefined
  const text = textOf(sources)
  const allowed = text === undefined ? undefined : comesFrom(text, address)
  if (allowed === undefined) return 'unknown_option'
  return allowed ? undefined : 'other_address'
}

/** What the certificate grants, or what is wrong with it. Whether its authority is trusted is for others to say. */
export function judgeCertificate(certificate: Certificate, visit: Visit): CertificateGrant | CertificateDefect {
  const { kind, principals, criticalOptions, extensions } = certificate
  if (kind !== userKind) return 'not_for_users'
  const untimely = timesAllow(certificate, visit.now)
  if (untimely) return untimely
  // At OpenSSH such a certificate opens every account when the authority is trusted by the whole server.
  if (principals.length === 0) return 'no_principals'
  if (!principals.includes(visit.login)) return 'other_principal'
  const refused = optionsAllow(criticalOptions, visit.address)
  if (refused) return refused
  const forced = criticalOptions.get('force-command')
  return {
    permits: {
      terminal: extensions.has('permit-pty'),
      portForwarding: extensions.has('permit-port-forwarding'),
      agentForwarding: extensions.has('permit-agent-forwarding'),
      forcedCommand: forced && textOf(forced),
    },
    verification: criticalOptions.has('verify-required'),
  }
}
