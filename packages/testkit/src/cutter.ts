// A TCP proxy that can break what runs through it, like a bad network does: cut the connections, refuse new ones, or let
// everything stand still without a word.
import { connect, createServer, type Socket } from 'node:net'

export interface Cutter extends AsyncDisposable {
  readonly port: number
  /** Connections that go through it now. */
  readonly open: number
  /** Source ports, as the target saw them, of all connections so far. */
  readonly sourcePorts: readonly number[]
  /** Breaks every connection with a reset and refuses new ones until `restore`. */
  cut(): void
  /** Keeps connections open but carries nothing, as when a cable is pulled; until `restore`. */
  freeze(): void
  restore(): void
}

type State = 'open' | 'cut' | 'frozen'

export async function createCutter(target: { readonly host: string; readonly port: number }): Promise<Cutter> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const sourcePorts: number[] = []
  let state: State = 'open'

  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => undefined)
    if (state === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true })
    near.setNoDelay(true)
    const pair = [near, far] as const
    pairs.add(pair)
    far.once('connect', () => sourcePorts.push(far.localPort ?? 0))
    far.on('error', () => undefined)
    near.pipe(far)
    far.pipe(near)
    if (state === 'frozen') for (const socket of pair) socket.pause()
    for (const socket of pair) {
      socket.once('close', () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The cutter does not listen.')
  const breakAll = (): void => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
  }
  return {
    port: address.port,
    get open() {
      return pairs.size
    },
    sourcePorts,
    cut() {
      state = 'cut'
      breakAll()
    },
    freeze() {
      state = 'frozen'
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
    },
    restore() {
      const before = state
      state = 'open'
      // What stood still is not to be trusted to be whole after a freeze; a real network would have dropped it as well.
      if (before === 'frozen') breakAll()
    },
    async [Symbol.asyncDispose]() {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
