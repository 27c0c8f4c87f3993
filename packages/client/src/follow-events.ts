// The namespace's events as they happen, over as many connections as it takes.
import { contract, NamespaceEvent } from '@sshore/contract'
import { Check } from 'typebox/schema'
import { eventsIn } from './event-text.ts'

export interface OpenStream {
  readonly status: number
  /** UTF-8, in pieces of any size; fails when the connection breaks. */
  readonly text: AsyncIterable<string>
}

export interface FollowOptions {
  /** Opens the stream, for as long as the caller wants it; fails when the server cannot be reached. */
  readonly open: (path: string, headers: Readonly<Record<string, string>>) => Promise<OpenStream>
  /** As of `createClient`. */
  readonly credential: () => Readonly<Record<string, string>>
  readonly onEvent: (event: NamespaceEvent) => void
  /** Something may have been missed: everything has to be fetched anew. */
  readonly onReset: () => void
  /** Whether events are being told at present. */
  readonly onLive: (isLive: boolean) => void
  /** Resolves after a time; at once when nobody wants to follow any more. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly isWanted: () => boolean
  /** Of the last event that was heard before; nothing is fetched anew where what came after it still follows. */
  readonly lastId?: string
}

const firstWaitMilliseconds = 1000
const mostWaitMilliseconds = 60_000
const refusedFrom = 400
/** The credential opens nothing, or the server has no events: coming back changes nothing. */
const final = new Set([401, 403, 404])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Follows until nobody wants it or the credential no longer opens it; never fails. Returns the id of the last event, with which
 * another credential of the same user in the same namespace may go on; empty for none.
 */
export async function followEvents(options: FollowOptions): Promise<string> {
  const { credential, isWanted, onLive, wait } = options
  const state = { lastId: options.lastId ?? '', wait: firstWaitMilliseconds, isOver: false }
  while (isWanted() && !state.isOver) {
    try {
      const known = state.lastId === '' ? {} : { 'last-event-id': state.lastId }
      const { status, text } = await options.open(contract.streamEvents.path, { ...credential(), ...known })
      if (final.has(status)) break
      if (status < refusedFrom) await read(text, options, state)
    } catch {
      // Away for now.
    }
    onLive(false)
    if (!isWanted() || state.isOver) break
    await wait(state.wait)
    state.wait = Math.min(state.wait * 2, mostWaitMilliseconds)
  }
  return state.lastId
}

async function read(
  text: AsyncIterable<string>,
  { onEvent, onReset, onLive, isWanted }: FollowOptions,
  state: { lastId: string; wait: number; isOver: boolean },
): Promise<void> {
  const isFirst = state.lastId === ''
  for await (const { id, name, data } of eventsIn(text)) {
    if (!isWanted()) return
    state.lastId = id
    if (name === 'end') {
      state.isOver = true
      return
    }
    if (name === 'ready' || name === 'reset') {
      state.wait = firstWaitMilliseconds
      onLive(true)
      // What happened between the first answers and the first connection is not among what follows.
      if (name === 'reset' || isFirst) onReset()
      continue
    }
    const event = parsed(data)
    if (Check(NamespaceEvent, event)) onEvent(event)
  }
}
