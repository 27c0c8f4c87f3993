// The way to a server, one step after the other: name, TCP, proxy, TLS. Each step that fails says which one it was.
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, TLSSocket } from 'node:tls'
import { exchange } from './http-exchange.ts'
import { bad, type Finding, good } from './finding.ts'

export const patienceSeconds = 10

export interface Way {
  readonly findings: readonly Finding[]
  /** Absent when a step failed. */
  readonly socket?: Socket
}

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** What went wrong; some failures of sockets have a name alone. */
export const said = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = (): void => void socket.destroy(new Error(`no answer within ${patienceSeconds} s`))
    const timer = setTimeout(late, patienceSeconds * 1000)
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

async function resolveName(host: string): Promise<Finding> {
  if (isIP(host) !== 0) return good('name', `${host} is an address already`)
  try {
    const addresses = await lookup(host, { all: true })
    return good('name', `${host} is ${addresses.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    return bad('name', `${host} cannot be looked up: ${said(error)}`, 'Check the spelling, and /etc/resolv.conf here.')
  }
}

async function dial(to: URL, about: string): Promise<Way> {
  const [host, port] = [bareHost(to), portOf(to)]
  const socket = connectTcp({ host, port })
  try {
    await opened(socket, 'connect')
    socket.on('error', () => undefined)
    return { socket, findings: [good(about, `port ${port} of ${host} answers`)] }
  } catch (error) {
    socket.destroy()
    const advice = 'Is the server running there? Do firewalls on the way let this port through?'
    return { findings: [bad(about, `port ${port} of ${host}: ${said(error)}`, advice)] }
  }
}

async function throughProxy(socket: Socket, server: URL, proxy: URL): Promise<Finding> {
  const target = `${server.hostname}:${portOf(server)}`
  const { username, password } = proxy
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`]
  if (username !== '') lines.push(`Proxy-Authorization: Basic ${login}`)
  try {
    const { status } = await exchange(socket, lines, false, patienceSeconds)
    if (status === 200) return good('proxy', `${proxy.host} leads to ${target}`)
    const advice =
      status === 407
        ? 'It wants a user name and password, in the address of the proxy.'
        : 'Ask who looks after it to let this through.'
    return bad('proxy', `${proxy.host} refuses to lead to ${target} (${status})`, advice)
  } catch (error) {
    return bad('proxy', `${proxy.host}: ${said(error)}`, 'Check HTTPS_PROXY and HTTP_PROXY here.')
  }
}

const tlsAdvice: readonly (readonly [RegExp, string])[] = [
  [
    /self.signed|unable to (verify|get)|UNABLE_TO|SELF_SIGNED/i,
    'The certificate is of an authority that this machine does not know: add it to the system, or name its file in NODE_EXTRA_CA_CERTS.',
  ],
  [/altname|does not match|ALTNAME/i, 'The certificate is for another name: use the name that stands in it.'],
  [/expired|CERT_HAS_EXPIRED/i, 'Renew the certificate; or is the clock of this machine wrong?'],
  [/not yet valid|NOT_YET/i, 'Is the clock of this machine wrong?'],
  [/wrong version|EPROTO|packet length/i, 'That port does not speak TLS: does the address begin with http://?'],
]

async function secured(plain: Socket, server: URL): Promise<Way> {
  const host = bareHost(server)
  const options: ConnectionOptions = { socket: plain, host, ALPNProtocols: ['http/1.1'] }
  if (isIP(host) === 0) options.servername = host
  // Bun's types and Node's disagree on what this returns.
  const socket: unknown = connectTls(options)
  if (!(socket instanceof TLSSocket)) throw new Error('This runtime made no TLS socket.')
  try {
    await opened(socket, 'secureConnect')
    socket.on('error', () => undefined)
    const { valid_to: end } = socket.getPeerCertificate()
    return { socket, findings: [good('TLS', `${socket.getProtocol() ?? 'TLS'}, certificate good until ${end}`)] }
  } catch (error) {
    socket.destroy()
    const text = `${error instanceof Error && 'code' in error ? String(error.code) : ''} ${said(error)}`.trim()
    const advice =
      tlsAdvice.find(([pattern]) => pattern.test(text))?.[1] ?? 'Look at it with: openssl s_client -connect'
    return { findings: [bad('TLS', text, advice)] }
  }
}

/** Opens a connection to the server as an agent would, and says how each step went. Destroy the socket. */
export async function openWay(server: URL, proxy: URL | undefined): Promise<Way> {
  const findings: Finding[] = []
  if (!proxy) {
    findings.push(await resolveName(bareHost(server)))
    if (findings[0]?.outcome === 'bad') return { findings }
  }
  const first = await dial(proxy ?? server, proxy ? 'proxy' : 'TCP')
  findings.push(...first.findings)
  if (!first.socket) return { findings }
  if (proxy && server.protocol === 'https:') {
    const passed = await throughProxy(first.socket, server, proxy)
    findings.push(passed)
    if (passed.outcome === 'bad') {
      first.socket.destroy()
      return { findings }
    }
  }
  if (server.protocol !== 'https:') return { findings, socket: first.socket }
  const last = await secured(first.socket, server)
  return { ...last, findings: [...findings, ...last.findings] }
}
