// The text of a stream of server-sent events (HTML, section 9.2), as far as servers of ours write it.

export interface SentEvent {
  /** Of the last event that had one: what to come back with. */
  readonly id: string
  /** `message` where none is named. */
  readonly name: string
  readonly data: string
}

function eventIn(block: string, lastId: string): SentEvent | { readonly id: string } {
  const data: string[] = []
  let [id, name] = [lastId, 'message']
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'id') id = value
    else if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  return data.length === 0 ? { id } : { id, name, data: data.join('\n') }
}

/** The events in pieces of text of any size. Comments and the time to wait are passed over. */
export async function* eventsIn(pieces: AsyncIterable<string>): AsyncGenerator<SentEvent> {
  let [rest, lastId] = ['', '']
  for await (const piece of pieces) {
    // A CR at the end of a piece may be half of a line's end.
    const text = (rest + piece).replaceAll(/\r\n|\r(?=.)/gs, '\n')
    const blocks = text.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const found = eventIn(block, lastId)
      lastId = found.id
      if ('data' in found) yield found
    }
  }
}
