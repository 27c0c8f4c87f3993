// A `session` stream: one program in a container, on a terminal or on pipes.
import type { Program, ResetReason, SessionHeader } from '@sshore/contract'
import type { Clock, Lane, LinkStream } from '@sshore/link'
import type { ContainerLog } from '../containers/container-log.ts'
import type { Engine } from '../engine/engine.ts'
import { oneLine } from '../engine/engine-failure.ts'
import type { RunningExec } from '../engine/exec.ts'
import type { Output } from '../engine/output-frames.ts'
import type { Login } from '../login/login.ts'
import { faultText } from './fault-text.ts'
import { createInput } from './input.ts'
import { programCommand, programEnvironment, signalCommand } from './program-command.ts'
import { readBeginning } from './first-line.ts'

export interface SessionOptions {
  readonly engine: Engine
  readonly container: string
  readonly clock: Clock
  readonly log: ContainerLog
}

/** Signals that a client may send (RFC 4254 section 6.10). */
const signals: ReadonlySet<string> = new Set('ABRT ALRM FPE HUP ILL INT KILL PIPE QUIT SEGV TERM USR1 USR2'.split(' '))
/** What the line that lets a program on a terminal go is echoed as. */
const echo = Buffer.from('\r\n')
/** What a shell makes of the signal KILL (POSIX, "Exit status for commands"), and engines with it. */
const killedCode = 137
/** For a program that was started for nobody to say which process it is. */
const beginSeconds = 30
const stoppedTries = { most: 20, pauseMilliseconds: 100 } as const
const stoppedText = 'the container stopped'

/** Ends a program that nobody has a connection to any more: the engine itself would let it run for ever. */
async function sendSignal(
  { engine, container }: Pick<SessionOptions, 'engine' | 'container'>,
  { account }: Login,
  processId: number,
  name: string,
): Promise<void> {
  try {
    const command = signalCommand(account, processId, name)
    using kill = await engine.exec(container, { command, user: account.user, environment: {} })
    kill.end()
    for await (const _words of kill.output);
  } catch {
    // The container is gone, and the program with it.
  }
}

/**
 * Takes a stream that asks for a shell or a command. When the stream or its login closes, the program is sent a hang-up.
 */
export function openSession(
  stream: LinkStream,
  header: SessionHeader,
  program: Exclude<Program, { kind: 'subsystem' }>,
  login: Login,
  options: SessionOptions,
): void {
  const { engine, container, clock, log } = options
  const { account } = login
  const input = createInput(stream)
  let exec: RunningExec | undefined
  let processId: number | undefined
  let exited = false
  let closed = false
  let size = header.terminal
  let drained: () => void = () => undefined

  const abandon = () => {
    if (closed) return
    closed = true
    disown()
    input[Symbol.dispose]()
    drained()
    if (processId !== undefined) {
      exec?.[Symbol.dispose]()
      if (!exited) void sendSignal(options, login, processId, 'HUP')
    } else if (exec) {
      // Which process it is was not said yet: without that it could not be ended, so it is waited for.
      clock.after(beginSeconds * 1000, () => exec?.[Symbol.dispose]())
    }
  }
  const refuse = (reason: ResetReason, detail: string) => {
    abandon()
    stream.reset(reason, detail.slice(0, 1000))
  }
  const disown = login.own((why) => refuse('closed', why))

  stream.handler = {
    onData: (chunk) => input.push(chunk),
    onMessage: (message) => {
      if (message.type === 'resize' && size) {
        size = { ...size, ...message }
        // One that comes before the terminal is there is what it begins with.
        if (processId !== undefined) exec?.resize(message).catch(() => undefined)
      }
      if (message.type === 'signal' && signals.has(message.name) && processId !== undefined) {
        void sendSignal(options, login, processId, message.name)
      }
      // There is no way to close one output of a program in a container; this is what would come of it.
      if (message.type === 'reader-gone' && processId !== undefined) void sendSignal(options, login, processId, 'PIPE')
    },
    onEnd: () => input.end(),
    onDrain: () => drained(),
    onClose: abandon,
  }

  const pass = async (bytes: Uint8Array, lane: Lane) => {
    if (bytes.byteLength === 0 || stream.write(bytes, lane)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    drained = resolve
    await promise
  }

  const begin = async (running: RunningExec, mark: string) => {
    const beginning = await readBeginning(running.output, mark)
    if (!beginning.runs) {
      if (!closed) refuse('fault', await whyNot(beginning.said))
      running[Symbol.dispose]()
      return undefined
    }
    processId = beginning.processId
    if (closed) {
      running[Symbol.dispose]()
      await sendSignal(options, login, processId, 'HUP')
      return undefined
    }
    if (size) {
      await running.resize(size).catch(() => undefined)
      await running.write(Buffer.from('\n'))
    }
    return beginning.rest
  }
  const whyNot = async (said: string) =>
    (await engine.isRunning(container).catch(() => true)) ? oneLine(said) || 'the engine did not say why' : stoppedText

  /** The programs of a container end a moment before the engine says that it has stopped. */
  const containerStopped = async () => {
    for (let tries = 0; tries < stoppedTries.most; tries += 1) {
      if (!(await engine.isRunning(container))) return true
      await new Promise<void>((resolve) => void clock.after(stoppedTries.pauseMilliseconds, resolve))
    }
    return false
  }

  const finish = async (running: RunningExec) => {
    exited = true
    const code = await running.exitCode()
    if (closed) return
    // What ends with its container was not ended by itself, whatever status the engine made of it.
    if ((code === undefined || code === killedCode) && (await containerStopped())) return refuse('closed', stoppedText)
    if (closed) return
    closed = true
    disown()
    input[Symbol.dispose]()
    running[Symbol.dispose]()
    stream.end()
    stream.message({ type: 'exit-status', code: code ?? 255 })
    stream.close()
  }

  const start = async () => {
    const { command, mark } = programCommand(account, program, size ? 'terminal' : 'pipes')
    const environment = programEnvironment(account, login.header, header.environment, {
      term: size?.term,
      originalCommand: program.kind === 'exec' ? program.original : undefined,
    })
    const terminal = size ? { terminal: size } : {}
    const running = await engine.exec(container, { command, user: account.user, environment, ...terminal })
    exec = running
    const rest = await begin(running, mark)
    if (!rest) return
    stream.message({ type: 'opened' })
    input.open(running, size !== undefined)
    const dropEcho = createEchoFilter(size !== undefined)
    const copy = async ({ bytes, lane }: Output) => pass(dropEcho(bytes), lane)
    for (const piece of rest) await copy(piece)
    for await (const piece of running.output) {
      if (closed) return
      await copy(piece)
    }
    await finish(running)
  }

  start().catch((failure: unknown) => {
    if (closed) return
    log.warn('a program in a container was broken off', { user: account.username, reason: faultText(failure) })
    refuse('fault', faultText(failure))
  })
}

/** The terminal shows the line that let the program go, before anything that the program writes. */
function createEchoFilter(onTerminal: boolean): (bytes: Uint8Array) => Uint8Array {
  let awaited = onTerminal ? echo.length : 0
  return (bytes) => {
    let from = 0
    for (; awaited > 0 && from < bytes.byteLength; from += 1, awaited -= 1) {
      if (bytes[from] !== echo[echo.length - awaited]) {
        awaited = 0
        break
      }
    }
    return from === 0 ? bytes : bytes.subarray(from)
  }
}
