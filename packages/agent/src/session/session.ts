// A `session` stream: one program of a login, on a terminal or on pipes.
import type { ResetReason, SessionHeader, StreamMessage } from '@sshore/contract'
import type { LinkStream } from '@sshore/link'
import { type Log, reasonOf } from '../log.ts'
import type { Login } from '../login/logins.ts'
import type { Child, Exit, Platform } from '../platform/platform.ts'
import { readDeviceDefaults, sessionEnvironment } from './environment.ts'
import { greetingFor, mailboxOf } from './greeting.ts'
import { createInflow, type Inflow } from './inflow.ts'
import type { Launcher } from './launch.ts'
import { endSession, holderOf, type PidHolder, stillHolds } from './leftovers.ts'
import { createOutflow } from './outflow.ts'
import { signalNumber } from './signals.ts'
import { openProgramPipes, openProgramTerminal, type ProgramEnds } from './program-ends.ts'

export interface SessionOptions {
  readonly platform: Platform
  readonly launcher: Launcher
  readonly log: Log
  /** Socket of the client's ssh-agent on this device, if it is forwarded. */
  readonly sshAgentPath: () => Promise<string | undefined>
}

const sftpSubsystem = 'sftp'
/** What a shell has just started may need this long to say, by ignoring SIGHUP, that it means to stay. */
const settleMilliseconds = 250

const exitMessage = (exit: Exit): StreamMessage =>
  'code' in exit
    ? { type: 'exit-status', code: exit.code }
    : { type: 'exit-signal', name: exit.signal, coreDumped: false, message: '' }

/** Takes a stream that asks for a program. Everything is released when the stream or its login closes. */
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
  let finished = false

  const abandon = () => {
    if (closed) return
    closed = true
    disown()
    outflow.stop()
    inflow?.[Symbol.dispose]()
    ends?.[Symbol.dispose]()
    if (leader && !finished) endLater(leader)
  }
  const endLater = (ended: PidHolder) => {
    endSession(ended, login.account.uid, platform.clock).catch((failure: unknown) =>
      log.error('a session could not be ended', { reason: reasonOf(failure) }),
    )
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
    const greeting = header.terminal && program.kind === 'shell' ? greetingFor(account) : ''
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
    })
    const { descriptors, terminal } = ends
    const request = { account, program, environment, descriptors, terminal: terminal !== undefined, greeting }
    const child = await launcher.launch(request)
    const holder = holderOf(child.pid)
    leader = holder
    ends.release()
    if (closed) return endLater(holder)
    inflow = createInflow(stream, ends.input)
    for (const chunk of early.splice(0)) inflow.push(chunk)
    if (inputEnded) inflow.end()
    stream.message({ type: 'opened' })
    await run(child, holder, ends)
  }

  const run = async (running: Child, holder: PidHolder, programEnds: ProgramEnds) => {
    const { outputs, terminal } = programEnds
    const record = { pid: running.pid, username: login.account.username, address: login.header.client.address }
    const line = terminal?.path.replace(/^\/dev\//, '')
    if (line) platform.recordLogin({ ...record, kind: 'login', line, atMilliseconds: platform.clock.calendar() })
    const copies = outputs.map(({ source, lane }) => outflow.copy(source, lane))
    const exit = await running.exited
    if (line) platform.recordLogin({ ...record, kind: 'logout', line, atMilliseconds: platform.clock.calendar() })
    programEnds.finish()
    await Promise.all(copies)
    finished = true
    if (closed) return
    inflow?.[Symbol.dispose]()
    ends?.[Symbol.dispose]()
    stream.end()
    stream.message(exitMessage(exit))
    stream.close()
    // What a terminal's shell left in the background is hung up with it; what a command on pipes left is meant to stay.
    if (terminal) platform.clock.after(settleMilliseconds, () => endLater(holder))
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
