// Header fields on their way through: names and values in turn, as Node has them.

/** About one connection, never to be passed on (RFC 9110, section 7.6.1). */
const ofConnection: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info'],
])

/** Written anew, or meant for us. */
const ofRequest: ReadonlySet<string> = new Set([
  ...['host', 'expect', 'content-length', 'http2-settings'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded', 'x-real-ip'],
])

/**
 * What a service may not say for others: `Clear-Site-Data` clears the cookies of the whole registrable domain, all tunnels
 * together, and `Alt-Svc` would lead around this server.
 */
const ofResponse: ReadonlySet<string> = new Set(['content-length', 'clear-site-data', 'alt-svc'])

const none: ReadonlySet<string> = new Set()

/** The fields that `Connection` names as about the connection as well. */
const namedBy = (connection: string): ReadonlySet<string> =>
  connection === '' || /^(keep-alive|close|upgrade)$/i.test(connection)
    ? none
    : new Set(connection.split(',').map((name) => name.trim().toLowerCase()))

function* passing(
  fields: readonly string[],
  dropped: ReadonlySet<string>,
): Generator<readonly [string, string, string]> {
  let connection = ''
  for (let at = 0; at < fields.length; at += 2) {
    if (fields[at]?.toLowerCase() === 'connection') connection += `${connection === '' ? '' : ','}${fields[at + 1]}`
  }
  const named = namedBy(connection)
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value = ''] = [fields[at], fields[at + 1]]
    const lower = name.toLowerCase()
    if (!ofConnection.has(lower) && !dropped.has(lower) && !named.has(lower)) yield [lower, name, value]
  }
}

/** Without the cookies of ours, which would let the service behind one tunnel in wherever they are good. */
function withoutCookies(value: string, ours: readonly string[]): string {
  if (!ours.some((name) => value.includes(name))) return value
  const pairs = value.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => !ours.includes(pair.split('=', 1)[0] ?? '')).join('; ')
}

/** The lines of a request that go on to a service. */
export function requestLines(fields: readonly string[], ourCookies: readonly string[]): string {
  let lines = ''
  for (const [lower, name, value] of passing(fields, ofRequest)) {
    const kept = lower === 'cookie' ? withoutCookies(value, ourCookies) : value
    if (kept !== '' || lower !== 'cookie') lines += `${name}: ${kept}\r\n`
  }
  return lines
}

/** A cookie of a service is for its own tunnel, not for all of them. */
const ofOwnHost = (cookie: string): string => cookie.replaceAll(/;\s*domain\s*=[^;]*/gi, '')

/** A redirection to the service as it knows itself leads to the tunnel instead. */
function throughTunnel(location: string, authority: string): string {
  const own = `http://${authority}`
  if (!location.toLowerCase().startsWith(own)) return location
  const rest = location.slice(own.length)
  if (rest === '') return '/'
  return rest.startsWith('/') && !rest.startsWith('//') ? rest : location
}

/** The fields of a response that go on to the visitor; `authority` is the service's own. */
export function responseFields(fields: readonly string[], authority: string): string[] {
  const kept: string[] = []
  for (const [lower, name, value] of passing(fields, ofResponse)) {
    if (lower === 'set-cookie') kept.push(name, ofOwnHost(value))
    else if (lower === 'location') kept.push(name, throughTunnel(value, authority))
    else kept.push(name, value)
  }
  return kept
}
