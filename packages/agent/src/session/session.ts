// A `session` stream: one program of a login, on a terminal or on pipes.
import type { ResetReason, SessionHeader, StreamMessage } from '@sshore/contract'
import { lanes, type LinkStream, textOfBytes } from '@sshore/link'
import { type Log, reasonOf } from '../log.ts'
import type { Login } from '../login/login.ts'
import type { ByteSource, Child, Exit, Platform, PseudoTerminal } from '../platform/platform.ts'
import { readDeviceDefaults } from './device-environment.ts'
import { sessionEnvironment } from './environment.ts'
import { greetingFor, mailboxOf } from './greeting.ts'
import { createInflow, type Inflow } from './inflow.ts'
import type { Launcher } from './launch.ts'
import { exchangeLastLogin } from './last-login.ts'
import { createOutflow } from './outflow.ts'
import { holderOf, type PidHolder, stillHolds } from './pid-holder.ts'
import { exitSignalName, signalNumber } from './signals.ts'
import { openProgramPipes, openProgramTerminal, type ProgramEnds } from './program-ends.ts'

export interface SessionOptions {
  readonly platform: Platform
  readonly launcher: Launcher
  readonly log: Log
  /** Socket of the client's ssh-agent on this device, if it is forwarded. */
  readonly sshAgentPath: () => Promise<string | undefined>
}

const sftpSubsystem = 'sftp'

const exitMessage = (exit: Exit): StreamMessage =>
  'code' in exit
    ? { type: 'exit-status', code: exit.code }
    : { type: 'exit-signal', name: exitSignalName(exit.signal), coreDumped: exit.coreDumped, message: '' }

/**
 * Takes a stream that asks for a program. When the stream or its login closes, a terminal is hung up and pipes are
 * closed; what a program does about that is its own business, as under sshd.
 */
export function openSession(stream: LinkStream, header: SessionHeader, login: Login, options: SessionOptions): void {
  const { platform, launcher, log } = options
  const { program } = header
  const outflow = createOutflow(stream)
  const early: Uint8Array[] = []
  let ends: ProgramEnds | undefined
  let leader: PidHolder | undefined
  let inflow: Inflow | undefined
  let inputEnded = false
  let closed = false

  const abandon = () => {
    if (closed) return
    closed = true
    disown()
    outflow.stop()
    inflow?.[Symbol.dispose]()
    ends?.[Symbol.dispose]()
  }
  const disown = login.own(() => {
    abandon()
    stream.reset('closed', 'the login ended')
  })
  const refuse = (reason: ResetReason, detail: string) => {
    abandon()
    stream.reset(reason, detail)
  }

  stream.handler = {
    onData: (chunk) => {
      if (inflow) inflow.push(chunk)
      else if (closed) stream.consumed(chunk.byteLength)
      else early.push(chunk)
    },
    onMessage: (message) => {
      if (message.type === 'resize') ends?.terminal?.resize(message)
      if (message.type === 'signal' && leader) deliver(leader, message.name)
      if (message.type === 'reader-gone') ends?.closeOutput()
    },
    onEnd: () => {
      inputEnded = true
      inflow?.end()
    },
    onDrain: () => outflow.drained(),
    onClose: abandon,
  }

  const start = async () => {
    const { account } = login
    const sshAgent = await options.sshAgentPath()
    if (closed) return
    ends = header.terminal
      ? openProgramTerminal(platform, header.terminal, account)
      : openProgramPipes(platform, account)
    const { term } = header.terminal ?? {}
    const environment = sessionEnvironment({
      account,
      login: login.header,
      sshAgent,
      requested: header.environment,
      terminal: ends.terminal && term !== undefined ? { path: ends.terminal.path, term } : undefined,
      mailbox: mailboxOf(account),
      defaults: readDeviceDefaults(),
      originalCommand: program.kind === 'exec' ? program.original : undefined,
    })
    const { descriptors, terminal } = ends
    const last = terminal && seen(terminal)
    const greeting = program.kind === 'shell' ? await greetingFor(account, last) : ''
    if (closed) return
    const request = { account, program, environment, descriptors, terminal: terminal !== undefined, greeting }
    const child = launcher.launch(request)
    leader = holderOf(child.pid)
    ends.release()
    inflow = createInflow(stream, ends.input)
    for (const chunk of early.splice(0)) inflow.push(chunk)
    if (inputEnded) inflow.end()
    stream.message({ type: 'opened' })
    await run(child, ends)
  }

  const lineOf = (terminal: PseudoTerminal) => terminal.path.replace(/^\/dev\//, '')
  const seen = (terminal: PseudoTerminal) => {
    const atSeconds = Math.floor(platform.clock.calendar() / 1000)
    const host = login.header.client.address
    return exchangeLastLogin(login.account.uid, { atSeconds, host, line: lineOf(terminal) })
  }

  const logged = async (source: ByteSource) => {
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      log.warn('the file server complains', { user: login.account.username, text: textOfBytes(chunk).slice(0, 1000) })
    }
  }

  const run = async (running: Child, programEnds: ProgramEnds) => {
    const { outputs, terminal } = programEnds
    const record = { pid: running.pid, username: login.account.username, address: login.header.client.address }
    const line = terminal && lineOf(terminal)
    if (line) platform.recordLogin({ ...record, kind: 'login', line, atMilliseconds: platform.clock.calendar() })
    // Nobody is shown what the server of a subsystem says on standard error, as under sshd; here it is of use.
    const copies = outputs.map(({ source, lane }) =>
      program.kind === 'subsystem' && lane === lanes.error ? logged(source) : outflow.copy(source, lane),
    )
    const exit = await running.exited
    if (line) platform.recordLogin({ ...record, kind: 'logout', line, atMilliseconds: platform.clock.calendar() })
    programEnds.finish()
    await Promise.all(copies)
    if (closed) return
    inflow?.[Symbol.dispose]()
    ends?.[Symbol.dispose]()
    stream.end()
    stream.message(exitMessage(exit))
    stream.close()
  }

  if (program.kind === 'subsystem' && program.name !== sftpSubsystem) {
    refuse('unknown_subsystem', `This device has no subsystem named ${program.name}.`)
    return
  }
  start().catch((failure: unknown) => {
    log.error('a program could not be started', { user: login.account.username, reason: reasonOf(failure) })
    refuse('fault', `The device could not start the program: ${reasonOf(failure)}`)
  })
}

/** As sshd does: to the process group of the session's leader, while there is one. */
function deliver(leader: PidHolder, name: string): void {
  const number = signalNumber(name)
  if (number === undefined || !stillHolds(leader)) return
  try {
    process.kill(-leader.pid, number)
  } catch {
    // The program has just ended.
  }
}
