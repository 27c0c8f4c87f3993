// A program in a container, and the stream that is its input and output.
import { lanes } from '@sshore/link'
import { type Static, type TSchema, Type } from 'typebox'
import { addressText } from './engine-address.ts'
import { EngineFailure } from './engine-failure.ts'
import { type EngineRequest, open, readAll, refusal, type Transport } from './exchange.ts'
import { type Output, outputFrames } from './output-frames.ts'

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export interface ExecOptions {
  readonly command: readonly string[]
  /** Name or number in the container. */
  readonly user: string
  readonly environment: Readonly<Record<string, string>>
  readonly terminal?: TerminalSize
}

export interface RunningExec extends Disposable {
  /** In the order in which the engine sent it; nothing is read from the engine before it is asked for. */
  readonly output: AsyncGenerator<Output>
  /** Settles once the connection took the bytes; false when it is gone. */
  write(chunk: Uint8Array): Promise<boolean>
  /** The program's input ends. */
  end(): void
  resize(size: TerminalSize): Promise<void>
  /** The program's status once its output has ended; undefined when the engine does not know it. */
  exitCode(): Promise<number | undefined>
  /** Lets go of the connection; the program is not ended by that. */
  [Symbol.dispose](): void
}

export interface Asking {
  readonly ask: <S extends TSchema>(schema: S, request: EngineRequest) => Promise<Static<S>>
  readonly read: (request: EngineRequest) => Promise<Buffer>
}

const Created = Type.Object({ Id: Type.String({ pattern: '^[0-9a-f]{1,128}$' }) })
const Inspected = Type.Object({
  Running: Type.Boolean(),
  ExitCode: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
})

/** The output ends a moment before the engine has written the status down. */
const statusTries = { most: 20, pauseMilliseconds: 50 } as const

export async function openExec(
  transport: Transport,
  { ask, read }: Asking,
  container: string,
  { command, user, environment, terminal }: ExecOptions,
): Promise<RunningExec> {
  const where = addressText(transport.address)
  const size =
    terminal && terminal.rows > 0 && terminal.columns > 0 ? { ConsoleSize: [terminal.rows, terminal.columns] } : {}
  const { Id: id } = await ask(Created, {
    method: 'POST',
    path: `/containers/${container}/exec`,
    body: {
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      Tty: terminal !== undefined,
      User: user,
      Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      Cmd: command,
      ...size,
    },
  })
  const start = { Detach: false, Tty: terminal !== undefined, ...size }
  const reply = await open(transport, { method: 'POST', path: `/exec/${id}/start`, body: start, hijack: true })
  const { head, socket, reader } = reply
  if (head.status >= 300) {
    using _refused = reply
    throw refusal(head, await readAll(reply, transport), where)
  }
  const terminalOutput = async function* (): AsyncGenerator<Output> {
    for (let bytes = await reader.read(); bytes; bytes = await reader.read()) yield { lane: lanes.main, bytes }
  }
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void transport.clock.after(milliseconds, resolve))
  return {
    output: terminal ? terminalOutput() : outputFrames(reader, where),
    write: (chunk) =>
      new Promise((resolve) => {
        if (socket.destroyed || socket.writableEnded) resolve(false)
        else socket.write(chunk, (failure) => resolve(!failure))
      }),
    end: () => void socket.end(),
    resize: async ({ columns, rows }) => {
      // Engines refuse a terminal without size.
      if (columns > 0 && rows > 0) await read({ method: 'POST', path: `/exec/${id}/resize?h=${rows}&w=${columns}` })
    },
    exitCode: async () => {
      for (let tries = 0; tries < statusTries.most; tries += 1) {
        try {
          const { Running, ExitCode } = await ask(Inspected, { method: 'GET', path: `/exec/${id}/json` })
          if (!Running) return ExitCode ?? undefined
        } catch (failure) {
          // The container was removed, and what ran in it is forgotten.
          if (failure instanceof EngineFailure && failure.status === 404) return undefined
          throw failure
        }
        await pause(statusTries.pauseMilliseconds)
      }
      return undefined
    },
    [Symbol.dispose]: () => reply[Symbol.dispose](),
  }
}
