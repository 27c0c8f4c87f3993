// Whether an agent on this machine could work with a server: the way to it, what answers, and whether WebSockets pass.
import { contract, linkPath, linkSubprotocol } from '@sshore/contract'
import { bad, type Finding, good, warning } from './finding.ts'
import { exchange, type Head } from './http-exchange.ts'
import { openWay, patienceSeconds, said } from './open-way.ts'

/** Tokens and certificates stand some skew, logs and people stand less. */
const skewSecondsMost = 30

export interface ReachOptions {
  /** Without a trailing slash. */
  readonly server: string
  readonly proxy?: string | undefined
  readonly version: string
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
}

function ask(
  { server, proxy, version }: ReachOptions,
  path: string,
  more: readonly string[],
  whole: boolean,
): Promise<{ readonly findings: readonly Finding[]; readonly head?: Head; readonly trouble?: string }> {
  const url = new URL(server)
  return openWay(url, proxy === undefined ? undefined : new URL(proxy)).then(async ({ findings, socket }) => {
    if (!socket) return { findings }
    // A proxy of plain HTTP is told the whole address (RFC 9112, section 3.2.2).
    const target = `${url.pathname.replace(/\/+$/, '')}${path}`
    const line = proxy !== undefined && url.protocol === 'http:' ? `${url.origin}${target}` : target
    const lines = [`GET ${line} HTTP/1.1`, `Host: ${url.host}`, `User-Agent: sshore-doctor/${version}`, ...more]
    try {
      return { findings, head: await exchange(socket, lines, whole, patienceSeconds) }
    } catch (error) {
      return { findings, trouble: said(error) }
    } finally {
      socket.destroy()
    }
  })
}

function clockFinding({ headers }: Head, now: number): Finding {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return good('clock', 'the server does not tell its time')
  const skewSeconds = Math.round((now - told) / 1000)
  if (Math.abs(skewSeconds) <= skewSecondsMost) {
    return good('clock', `${Math.abs(skewSeconds)} s from that of the server`)
  }
  const how = `${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ahead of' : 'behind'} that of the server`
  return bad('clock', how, 'Set the clock, for example with: timedatectl set-ntp true')
}

function serverFinding({ status, body }: Head, version: string): Finding {
  const found = /"version"\s*:\s*"([^"]{1,64})"/.exec(body)?.[1]
  if (status !== 200 || found === undefined) {
    const advice = 'Something else answers there: check the address and what stands in front of the server.'
    return bad('server', `${contract.getInfo.path} was answered with ${status}, not by an Sshore server`, advice)
  }
  if (found === version) return good('server', `Sshore ${found}`)
  return warning('server', `Sshore ${found}, while this is ${version}`, 'Update the older one of the two when you can.')
}

/** An upgrade without a token is refused by the gateway itself; whatever takes it away on the way makes an ordinary request of it. */
function upgradeFinding(head: Head): Finding {
  const arrived = head.status === 401 || head.status === 426 || head.status === 101
  if (arrived) return good('WebSocket', 'gets through to the gateway')
  const advice =
    'A proxy on the way does not pass it on: let it forward the headers Upgrade and Connection, with HTTP/1.1 (in nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade").'
  return bad('WebSocket', `the request for an upgrade was answered with ${head.status}`, advice)
}

const upgradeLines = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: c3Nob3JlLWRvY3Rvcg0KDQ==',
  `Sec-WebSocket-Protocol: ${linkSubprotocol}`,
]

export async function reachServer(options: ReachOptions): Promise<Finding[]> {
  const info = await ask(options, contract.getInfo.path, ['Connection: close'], true)
  const findings = [...info.findings]
  if (info.trouble !== undefined) {
    findings.push(bad('server', info.trouble, 'Is that the HTTP port of the server, and not its SSH port?'))
  }
  if (!info.head) return findings
  findings.push(serverFinding(info.head, options.version), clockFinding(info.head, options.now()))
  const upgrade = await ask(options, linkPath, upgradeLines, false)
  if (upgrade.head) findings.push(upgradeFinding(upgrade.head))
  else findings.push(bad('WebSocket', upgrade.trouble ?? 'no connection', 'Something on the way closes it.'))
  return findings
}
