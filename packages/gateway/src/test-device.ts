// A device for the gateway's own tests: the agent's end of a link, in this process. It runs real programs as the
// user of the test, without terminals or other users; the real agent has its own tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { DialHeader, LoginHeader, SessionHeader, StreamMessage } from '@sshore/contract'
import { type Lane, type Link, lanes, type LinkStream, type StreamHandler } from '@sshore/link'

export interface TestDeviceBehaviour {
  /** Undefined: let in. */
  readonly refuse?: (header: LoginHeader) => Extract<StreamMessage, { type: 'login-refused' }> | undefined
  /** Never answers a login. */
  readonly silent?: boolean
}

export interface TestDevice {
  readonly logins: LoginHeader[]
  readonly sessions: SessionHeader[]
  readonly messages: StreamMessage[]
  /** Programs that run now. */
  readonly running: Set<ChildProcess>
  /** Streams that are open now. */
  readonly streams: Set<LinkStream>
  /** Kinds of the streams that it did not serve. */
  readonly refused: string[]
}

const ignoring: StreamHandler = {
  onData: () => undefined,
  onMessage: () => undefined,
  onEnd: () => undefined,
  onDrain: () => undefined,
  onClose: () => undefined,
}

export function serveTestDevice(link: Link, behaviour: TestDeviceBehaviour = {}): TestDevice {
  const device: TestDevice = {
    logins: [],
    sessions: [],
    messages: [],
    running: new Set(),
    streams: new Set(),
    refused: [],
  }
  const programsOfLogin = new Map<number, Set<ChildProcess>>()
  link.onStream = (stream) => {
    device.streams.add(stream)
    const { header } = stream
    if (header.kind === 'login') logIn(device, stream, header, behaviour, programsOfLogin)
    else if (header.kind === 'session') runProgram(device, stream, header, programsOfLogin)
    else if (header.kind === 'dial') dial(device, stream, header)
    else {
      device.streams.delete(stream)
      device.refused.push(header.kind)
      stream.reset('refused', 'the test device does not serve this')
    }
  }
  return device
}

function logIn(
  device: TestDevice,
  stream: LinkStream,
  header: LoginHeader,
  behaviour: TestDeviceBehaviour,
  programsOfLogin: Map<number, Set<ChildProcess>>,
): void {
  device.logins.push(header)
  programsOfLogin.set(stream.id, new Set())
  const end = (): void => {
    device.streams.delete(stream)
    for (const program of programsOfLogin.get(stream.id) ?? []) killGroup(program, 'SIGKILL')
    programsOfLogin.delete(stream.id)
  }
  stream.handler = { ...ignoring, onEnd: () => stream.close(), onClose: end }
  if (behaviour.silent) return
  stream.message(behaviour.refuse?.(header) ?? { type: 'login-accepted', home: '/', shell: '/bin/sh' })
}

function killGroup(program: ChildProcess, signal: NodeJS.Signals): void {
  if (program.pid === undefined) return
  try {
    process.kill(-program.pid, signal)
  } catch {
    // The whole group is gone already.
  }
}

/** Sends what `source` yields, stopping it while the link has no room. */
function send(source: Readable, stream: LinkStream, lane: Lane, sources: Set<Readable>): Promise<void> {
  sources.add(source)
  source.on('data', (chunk: Buffer) => {
    if (!stream.write(chunk, lane)) source.pause()
  })
  return new Promise((resolve) => {
    source.once('close', () => {
      sources.delete(source)
      resolve()
    })
  })
}

function runProgram(
  device: TestDevice,
  stream: LinkStream,
  header: SessionHeader,
  programsOfLogin: Map<number, Set<ChildProcess>>,
): void {
  device.sessions.push(header)
  const { program: wanted } = header
  if (wanted.kind === 'subsystem' && wanted.name !== 'sftp') {
    stream.handler = { ...ignoring, onClose: () => device.streams.delete(stream) }
    stream.reset('unknown_subsystem')
    return
  }
  const command =
    wanted.kind === 'exec' ? wanted.command : wanted.kind === 'shell' ? 'exec sh' : 'exec /usr/lib/openssh/sftp-server'
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...header.environment }
  const child = spawn('/bin/sh', ['-c', command], { env, detached: true })
  device.running.add(child)
  programsOfLogin.get(header.login)?.add(child)
  const sources = new Set<Readable>()
  child.stdin.on('error', () => undefined)
  stream.handler = {
    onData: (chunk) => child.stdin.write(chunk, () => stream.consumed(chunk.length)),
    onMessage: (message) => {
      device.messages.push(message)
      if (message.type === 'signal') killGroup(child, `SIG${message.name}` as NodeJS.Signals)
    },
    onEnd: () => child.stdin.end(),
    onDrain: () => {
      for (const source of sources) source.resume()
    },
    onClose: () => {
      device.streams.delete(stream)
      killGroup(child, 'SIGKILL')
    },
  }
  stream.message({ type: 'opened' })
  const output = [send(child.stdout, stream, lanes.main, sources), send(child.stderr, stream, lanes.error, sources)]
  child.once('exit', (code, signal) => {
    device.running.delete(child)
    void Promise.all(output).then(() => {
      stream.end()
      if (signal) stream.message({ type: 'exit-signal', name: signal.slice(3), coreDumped: false, message: '' })
      else stream.message({ type: 'exit-status', code: code ?? 0 })
      stream.close()
    })
  })
}

function dial(device: TestDevice, stream: LinkStream, header: DialHeader): void {
  const socket = connect({ host: header.host, port: header.port, allowHalfOpen: true })
  let opened = false
  stream.handler = {
    ...ignoring,
    onData: (chunk) => socket.write(chunk, () => stream.consumed(chunk.length)),
    onEnd: () => socket.end(),
    onDrain: () => socket.resume(),
    onClose: () => {
      device.streams.delete(stream)
      socket.destroy()
    },
  }
  socket.on('connect', () => {
    opened = true
    stream.message({ type: 'opened' })
  })
  socket.on('data', (chunk) => {
    if (!stream.write(chunk)) socket.pause()
  })
  socket.on('end', () => stream.end())
  socket.on('close', () => stream.close())
  socket.on('error', (error) => stream.reset(opened ? 'closed' : 'connect_failed', error.message))
}
