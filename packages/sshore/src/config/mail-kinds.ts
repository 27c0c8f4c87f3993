// Settings of mail: the server it is sent by, and whom it is from.
import { isIP } from 'node:net'
import type { SmtpServer } from '@sshore/server'
import { invalid, type Kind } from './kinds.ts'

const submissionPort = { smtp: 587, smtps: 465 } as const

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.[\d.]+$/.test(host)

const securities = ['starttls', 'opportunistic', 'none'] as const

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Undefined for a word that is none. Without TLS a password would be readable on the way, so nothing less is a matter of course. */
function securityOf(url: URL, host: string): SmtpServer['security'] | undefined {
  if (url.protocol === 'smtps:') return url.search === '' ? 'tls' : undefined
  if (url.search === '') return isLoopback(host) ? 'opportunistic' : 'starttls'
  const [name, ...others] = [...url.searchParams.keys()]
  const word = url.searchParams.get('tls')
  return name === 'tls' && others.length === 0 ? securities.find((known) => known === word) : undefined
}

/** `smtp://user:password@host:587` or `smtps://…`; shown without its password. */
export const smtpAddress: Kind<SmtpServer> = {
  name: 'SMTP URL',
  expects:
    'a URL such as smtp://user:password@mail.example.com:587 (STARTTLS) or smtps://user:password@mail.example.com ' +
    '(TLS from the start); smtp:// takes ?tls=opportunistic or ?tls=none',
  secret: true,
  read(text) {
    const url = URL.parse(text)
    if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.hash !== '') return invalid
    if (url.pathname !== '' && url.pathname !== '/') return invalid
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
    const [user, password] = [decoded(url.username), decoded(url.password)]
    const security = securityOf(url, host)
    if (security === undefined || user === undefined || password === undefined) return invalid
    const port = url.port === '' ? submissionPort[security === 'tls' ? 'smtps' : 'smtp'] : Number(url.port)
    return { host, port, security, ...(user === '' ? {} : { user, password }) }
  },
  show({ host, port, security, user }) {
    const where = isIP(host) === 6 ? `[${host}]` : host
    const who = user === undefined ? '' : `${encodeURIComponent(user)}:***@`
    const usual = security === 'tls' || security === (isLoopback(host) ? 'opportunistic' : 'starttls')
    return `${security === 'tls' ? 'smtps' : 'smtp'}://${who}${where}:${port}${usual ? '' : `?tls=${security}`}`
  },
}

const addressPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/

/** One address, with or without a name before it. */
export const sender: Kind<string> = {
  name: 'sender',
  expects: 'an address such as sshore@example.com, or a name and an address: Sshore <sshore@example.com>',
  read(text) {
    const [, name, inside] = /^\s*([^<>"@,;:\\\p{Cc}]*?)\s*<([^<>]+)>\s*$/u.exec(text) ?? []
    const address = (inside ?? text).trim()
    if (!addressPattern.test(address) || address.length > 254) return invalid
    return name ? `${name} <${address}>` : address
  },
  show: (value) => value,
}
