// Server-sent events as they come over the wire (HTML Living Standard, section 9.2.6), as far as our server uses them.

export interface EventFrame {
  readonly id: string
  /** Empty for what only shows that the connection stands. */
  readonly type: string
  readonly data: string
}

function frameOf(block: string): EventFrame {
  const fields = { id: '', event: '', data: '' }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'id' || name === 'event' || name === 'data') fields[name] = value
  }
  return { id: fields.id, type: fields.event, data: fields.data }
}

/** More than any event of ours has; what is longer is not our server's. */
const frameMost = 1024 * 1024

/** One after the other, until the connection ends. Fails on what is no stream of events. */
export async function* eventFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventFrame> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > frameMost) throw new Error('What the server sends are no events.')
    for (const block of blocks) yield frameOf(block)
  }
}
