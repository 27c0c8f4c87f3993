// A client of server-sent events, as a console or a script would write it, with what came so far.
export interface HeardEvent {
  readonly id: string
  readonly event: string
  readonly data: { readonly [name: string]: unknown }
}

export interface Listening extends AsyncDisposable {
  readonly status: number
  readonly headers: Headers
  readonly events: readonly HeardEvent[]
  /** Lines that begin with a colon. */
  readonly comments: readonly string[]
  /** Resolves when the server has ended the stream, one way or the other. */
  readonly ended: Promise<void>
  /** Waits until so many events of this name have come. */
  until(event: string, count?: number): Promise<HeardEvent>
}

function eventIn(block: string): HeardEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  const data: unknown = JSON.parse(fields.get('data') ?? '{}')
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? '',
    data: typeof data === 'object' && data !== null ? { ...data } : {},
  }
}

export async function listen(url: string, headers: Record<string, string>): Promise<Listening> {
  const stop = new AbortController()
  const reply = await fetch(url, { headers, signal: stop.signal })
  const events: HeardEvent[] = []
  const comments: string[] = []
  let wake = Promise.withResolvers<void>()
  const take = (block: string): void => {
    if (block.startsWith(':')) comments.push(block)
    else if (block.includes('event: ')) events.push(eventIn(block))
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const read = async (): Promise<void> => {
    let rest = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of reply.body ?? []) {
        const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) take(block)
      }
    } catch {
      // Cut off, by either side.
    }
  }
  const ended = reply.ok ? read() : Promise.resolve()
  return {
    status: reply.status,
    headers: reply.headers,
    events,
    comments,
    ended,
    async until(name, count = 1) {
      for (;;) {
        const found = events.filter(({ event }) => event === name)[count - 1]
        if (found) return found
        await wake.promise
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended
    },
  }
}
