// What is used of the Docker Engine API (https://docs.docker.com/reference/api/engine/), as Docker and Podman serve it.
// Paths carry no version: each engine answers in the newest it has, and what is used here is in all of them since 1.24.
import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { addressText } from './engine-address.ts'
import { EngineFailure } from './engine-failure.ts'
import { type EngineRequest, open, readAll, refusal, type Transport } from './exchange.ts'
import { openExec, type ExecOptions, type RunningExec } from './exec.ts'
import { readFileOfContainer } from './read-file.ts'

const Listed = Type.Array(
  Type.Object({
    Id: Type.String({ pattern: '^[0-9a-f]{12,64}$' }),
    Names: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    Image: Type.Optional(Type.String()),
  }),
)
const Inspected = Type.Object({
  State: Type.Object({ Running: Type.Boolean(), Paused: Type.Optional(Type.Boolean()) }),
})
const Info = Type.Record(Type.String(), Type.Unknown())

/** A container as a list of them shows it. */
export interface ListedContainer {
  /** 12 to 64 lower-case hexadecimal digits. */
  readonly id: string
  /** Without the leading slash; empty when the engine has none. */
  readonly name: string
  readonly image: string
}

export interface Engine {
  /** For messages. */
  readonly where: string
  /** The engine's own description of itself. Rejects when what answers is no engine. */
  info(): Promise<Readonly<Record<string, unknown>>>
  /** Containers that run, of those with the label (`name` or `name=value`) if one is given. */
  list(label?: string): Promise<readonly ListedContainer[]>
  /** Whether the container is there and runs. */
  isRunning(id: string): Promise<boolean>
  /** Calls when the stream of events stands, and each time something happens to a container; resolves when the stream ends. */
  follow(onEvent: () => void, signal: AbortSignal): Promise<void>
  /** A file's bytes, at most `bytesMost` of them; undefined when it is not there. Follows links. */
  readFile(id: string, path: string, bytesMost: number): Promise<Buffer | undefined>
  /** Whether there is something at that path. */
  exists(id: string, path: string): Promise<boolean>
  /** Starts a program in a container. */
  exec(id: string, options: ExecOptions): Promise<RunningExec>
}

/** Containers of one engine that are looked at. */
const listedMost = 100_000
const query = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()

/** No call of the engine throws anything but `EngineFailure`. */
export function createEngine(transport: Transport): Engine {
  const where = addressText(transport.address)

  const read = async (request: EngineRequest): Promise<Buffer> => {
    using reply = await open(transport, request)
    const body = await readAll(reply, transport)
    if (reply.head.status >= 300) throw refusal(reply.head, body, where)
    return body
  }
  const ask = async <S extends TSchema>(schema: S, request: EngineRequest): Promise<Static<S>> => {
    const body = await read(request)
    const parsed = parseJson(body)
    if (Value.Check(schema, parsed)) return parsed
    throw new EngineFailure('garbage', `What answers at ${where} is not an engine: its answer makes no sense.`)
  }

  return {
    where,
    info: async () => {
      const info = await ask(Info, { method: 'GET', path: '/info' })
      // Any server may answer JSON; this is what both kinds of engines have to tell.
      if (typeof info['Containers'] === 'number') return info
      throw new EngineFailure('garbage', `What answers at ${where} is not an engine: it does not count containers.`)
    },
    list: async (label) => {
      const filters = label === undefined ? {} : { filters: JSON.stringify({ label: [label] }) }
      const listed = await ask(Listed, { method: 'GET', path: `/containers/json?${query(filters)}` })
      return listed.slice(0, listedMost).map(({ Id, Names, Image }) => ({
        id: Id,
        name: (Names?.[0] ?? '').replace(/^\//, ''),
        image: Image ?? '',
      }))
    },
    isRunning: async (id) => {
      try {
        const { State } = await ask(Inspected, { method: 'GET', path: `/containers/${id}/json` })
        return State.Running
      } catch (failure) {
        if (failure instanceof EngineFailure && failure.status === 404) return false
        throw failure
      }
    },
    follow: async (onEvent, signal) => {
      signal.throwIfAborted()
      const filters = JSON.stringify({ type: ['container'] })
      using reply = await open(transport, { method: 'GET', path: `/events?${query({ filters })}` })
      if (reply.head.status >= 300) throw refusal(reply.head, await readAll(reply, transport), where)
      const stop = () => void reply.socket.destroy()
      signal.addEventListener('abort', stop, { once: true })
      onEvent()
      try {
        // What happened is asked for anew: engines differ in how they name it, and an event may be missed.
        for await (const _piece of reply.body()) onEvent()
      } catch (failure) {
        if (!signal.aborted) throw failure
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    readFile: (id, path, bytesMost) => readFileOfContainer(transport, { id, path, bytesMost }),
    exists: async (id, path) => {
      using reply = await open(transport, { method: 'HEAD', path: `/containers/${id}/archive?${query({ path })}` })
      if (reply.head.status === 404) return false
      if (reply.head.status < 300) return true
      throw new EngineFailure('refused', `The engine refused to look into the container (status ${reply.head.status}).`)
    },
    exec: (id, options) => openExec(transport, { ask, read }, id, options),
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
