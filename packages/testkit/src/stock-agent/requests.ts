// What a server may ask of an agent, and the two ways in which it is asked.
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { textsOfJson } from './parse-json.ts'
import { takeUntil, upTo } from './take-until.ts'

export interface AgentServices {
  /** Runs the agent's SSH server on the stream. */
  ssh(id: string, stream: Duplex): void
  closeSsh(id: string): void
}

function dial(host: string, port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host, port })
  socket.once('error', reject)
  socket.once('connect', () => {
    socket.off('error', reject)
    socket.on('error', () => undefined)
    resolve(socket)
  })
  return promise
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one)
  one.once('close', () => other.destroy())
  other.once('close', () => one.destroy())
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Transport 1: the stream brings one HTTP request. */
export async function serveHttpRequest(stream: Duplex, services: AgentServices): Promise<void> {
  const head = (await takeUntil(stream, upTo('\r\n\r\n'))).toString()
  const [request = '', ...fields] = head.split('\r\n')
  const [method, path = ''] = request.split(' ')
  if (!fields.some((field) => /^host:/i.test(field))) {
    stream.end('HTTP/1.1 400 Bad Request: missing required Host header\r\nConnection: close\r\n\r\n')
    return
  }
  const answer = (status: string, rest = ''): boolean => stream.write(`HTTP/1.1 ${status}\r\n${rest}\r\n`)
  const closing = /^\/ssh\/close\/(.+)$/.exec(path)
  const proxied = /^\/http\/proxy\/(.+):(\d+)$/.exec(path)
  if (method === 'CONNECT' && proxied) {
    const [, host = '', port] = proxied
    try {
      const socket = await dial(host.replaceAll(/[[\]]/g, ''), Number(port))
      answer('200 OK', 'Transfer-Encoding: chunked\r\n')
      join(stream, socket)
    } catch (error) {
      answer('500 Internal Server Error', 'Content-Type: text/plain\r\n')
      stream.end(messageOf(error))
    }
  } else if (closing) {
    services.closeSsh(closing[1] ?? '')
    answer('200 OK', 'Content-Length: 0\r\n')
  } else services.ssh(path.replace('/ssh/', ''), stream)
}

const line = (text: string): Buffer => Buffer.from(`${String.fromCharCode(text.length + 1)}${text}\n`)

/** Transport 2: a protocol is agreed upon, then comes one JSON object. */
export async function serveSelected(stream: Duplex, services: AgentServices): Promise<void> {
  const greeting = line('/multistream/1.0.0')
  const wanted = await takeUntil(stream, (bytes) => {
    const length = bytes[greeting.length]
    return length !== undefined && bytes.length > greeting.length + length ? greeting.length + 1 + length : undefined
  })
  const protocol = wanted.toString('latin1', greeting.length + 1).trim()
  if (!['/ssh/open/1.0.0', '/ssh/close/1.0.0', '/http/proxy/1.0.0'].includes(protocol)) {
    stream.end(Buffer.concat([greeting, line('na')]))
    return
  }
  const header = takeUntil(stream, upTo('}'))
  stream.write(greeting)
  stream.write(line(protocol))
  const { id, host, port } = textsOfJson((await header).toString())
  if (protocol === '/ssh/open/1.0.0') services.ssh(id ?? '', stream)
  else if (protocol === '/ssh/close/1.0.0') {
    services.closeSsh(id ?? '')
    stream.end()
  } else {
    try {
      const socket = await dial(host ?? '', Number(port))
      stream.write('{"status":"ok"}\n')
      join(stream, socket)
    } catch (error) {
      stream.end(`${JSON.stringify({ error: messageOf(error) })}\n`)
    }
  }
}
