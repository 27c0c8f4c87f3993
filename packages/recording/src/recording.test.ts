import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { asciicastHeader, AsciicastLines } from './asciicast.ts'
import { chainOfHeader, nextInChain, signedOf } from './chain.ts'
import { type Block, encodeBlock, encodeHeader, type RecordingHeader } from './container.ts'
import { decodeEvents, encodeEvents, joinBytes, type RecordedEvent } from './events.ts'
import { compress, decompress, proofsBy, sha256 } from './node/primitives.ts'
import { ShownTexts } from './shown-texts.ts'
import { Verifier } from './verify.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

const header: RecordingHeader = {
  ...{ session: 'a'.repeat(64), seat: 0, namespace: 'home', device: 'b'.repeat(64), device_name: 'pi' },
  ...{ username: 'root', kind: 'terminal', term: 'xterm', columns: 80, rows: 24, policy: 'required' },
  ...{ source: 'gateway', started_at: '2026-06-01T10:00:00.000Z' },
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const output = (at: number, text: string): RecordedEvent => ({ kind: 'output', at, bytes: bytesOf(text) })

/** Parts of a file: the header, three blocks of events, the end. */
async function recorded(): Promise<Uint8Array[]> {
  const contents = [
    ...(await Promise.all(['one', 'two', 'three'].map((text, index) => compress(encodeEvents([output(index, text)]))))),
    bytesOf(JSON.stringify({ outcome: 'complete', milliseconds: 3 })),
  ]
  let chain = chainOfHeader(sha256, header)
  const parts = [encodeHeader(header)]
  contents.forEach((content, index) => {
    const kind: Block['kind'] = index === contents.length - 1 ? 'end' : 'events'
    const block = { kind, number: index + 1, content }
    chain = nextInChain(sha256, chain, block)
    parts.push(encodeBlock({ ...block, chain, signature: sign(null, signedOf(chain), privateKey) }))
  })
  return parts
}

function problemOf(bytes: Uint8Array, pieceBytes = 1000): string {
  const verifier = new Verifier(proofsBy(publicKey))
  for (let at = 0; at < bytes.length; at += pieceBytes) verifier.feed(bytes.subarray(at, at + pieceBytes))
  return verifier.verdict().problem
}

test('events come out of a block as they went in', async () => {
  const events: RecordedEvent[] = [
    { kind: 'note', at: 0, name: 'exec', text: 'echo "ü"\nls' },
    output(12, 'ü\r\n'),
    { kind: 'output', at: 12, bytes: Uint8Array.of(0xff, 0, 0x80) },
    { kind: 'resize', at: 70_000, columns: 132, rows: 50 },
    { kind: 'gap', at: 70_001, bytes: 123_456_789 },
  ]
  const back = decodeEvents(await decompress(await compress(encodeEvents(events))))
  const plain = (event: RecordedEvent): unknown =>
    event.kind === 'output' ? { ...event, bytes: [...event.bytes] } : event
  expect(back.map(plain)).toEqual(events.map(plain))
})

test.each([[Uint8Array.of(9)], [Uint8Array.of(0, 1)], [Uint8Array.of(0, 0, 5, 1)], [new Uint8Array(20).fill(0xff)]])(
  'refuses %s as a block',
  (bytes) => {
    expect(() => decodeEvents(bytes)).toThrow('no block')
  },
)

test('a recording as it was written is intact, in whatever pieces it comes', async () => {
  const bytes = joinBytes(await recorded())
  for (const pieceBytes of [1, 7, 100_000]) expect(problemOf(bytes, pieceBytes)).toBe('')
})

test('names the block in which a byte was changed, whichever byte it is', async () => {
  const parts = await recorded()
  const bytes = joinBytes(parts)
  const starts = parts.map((_, index) => joinBytes(parts.slice(0, index)).length)
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = bytes.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    const block = starts.findLastIndex((start) => start <= at)
    const problem = problemOf(changed)
    expect(problem, `byte ${at} of block ${block}`).not.toBe('')
    const where = new RegExp(block <= 1 ? 'header|block 1|Block 0|block 0' : `[Bb]lock (${block}|${block - 1})\\b`)
    expect(problem, `byte ${at} of block ${block}`).toMatch(where)
  }
})

test('names where a recording was cut, reordered or lengthened', async () => {
  const parts = await recorded()
  const [head, one, two, three, end] = parts as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const problem = (...given: Uint8Array[]): string => problemOf(joinBytes(given))
  expect(problem(head, one, two, three, end)).toBe('')
  expect(problem(head, one, two, three)).toBe('It has no end: it stops after block 3.')
  expect(problem(head, one, two.subarray(0, -1))).toMatch(/^It is cut off in the middle of block 2/)
  expect(problem(head, one, three, end)).toMatch(/^Block 3 stands where block 2 belongs/)
  expect(problem(head, two, one, three, end)).toMatch(/^Block 2 stands where block 1 belongs/)
  expect(problem(head, one, one, two, three, end)).toMatch(/^Block 1 stands where block 2 belongs/)
  expect(problem(head, one, two, three, end, end)).toMatch(/^Something follows the end/)
  expect(problem(encodeHeader({ ...header, username: 'other' }), one, two, three, end)).toMatch(
    /^The header or block 1/,
  )
  expect(problem(bytesOf('hello\nworld\n'))).toMatch(/no recording/)
})

test('a recording of another server is not signed by this one', async () => {
  const other = generateKeyPairSync('ed25519').publicKey
  const verifier = new Verifier(proofsBy(other))
  verifier.feed(joinBytes(await recorded()))
  expect(verifier.verdict()).toMatchObject({ intact: false, blocks: 0 })
})

test('asciicast keeps characters whole and tells sizes, requests and gaps', () => {
  const lines = new AsciicastLines()
  const [first, second] = [bytesOf('aü').subarray(0, 2), bytesOf('aü').subarray(2)]
  const events: RecordedEvent[] = [
    { kind: 'output', at: 500, bytes: first },
    { kind: 'output', at: 750, bytes: second },
    { kind: 'resize', at: 1000, columns: 100, rows: 30 },
    { kind: 'gap', at: 2000, bytes: 10 },
    { kind: 'note', at: 2500, name: 'exit-status', text: '0' },
  ]
  const text = [asciicastHeader(header), ...lines.of(events), ...lines.end()].join('')
  const [head, ...rest] = text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(head).toMatchObject({ version: 2, width: 80, height: 24, timestamp: 1780308000, env: { TERM: 'xterm' } })
  expect(rest).toEqual([
    [0.5, 'o', 'a'],
    [0.75, 'o', 'ü'],
    [1, 'r', '100x30'],
    [2, 'm', '10 bytes of output are missing here'],
    [2.5, 'm', 'exit-status 0'],
  ])
})

const shown = (...events: RecordedEvent[]): [number, string][] => {
  const texts = new ShownTexts(20, 5)
  return [...texts.of(events), ...texts.end()].map(({ at, text }) => [at, text])
}

test('words that were typed letter by letter or painted in pieces are found whole, at their second', () => {
  expect(
    shown(output(0, '$ '), output(300, 'l'), output(600, 's\r\n'), output(2000, '\u001B[31mred\u001B[0m fox\r\n')),
  ).toEqual([
    [0, '$ ls'],
    [2000, 'red fox'],
  ])
  expect(shown(output(0, '\u001B[?1049h\u001B[2;1Hwor'), output(100, '\u001B[5;1Hstatus\u001B[2;4Hld'))).toEqual([
    [0, 'world\nstatus'],
  ])
  expect(shown(output(0, 'abX\bc\rZ'))).toEqual([[0, 'Zbc']])
})

test('what scrolls by between two seconds is not missed, nor what an editor leaves behind', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line${index}`)
  const [[, text] = [0, '']] = shown(output(0, `${lines.join('\r\n')}\r\n`))
  expect(text.split('\n')).toEqual(lines)
  expect(shown(output(0, '\u001B[?1049hsecret'), output(10, '\u001B[?1049l$ '))).toEqual([[0, 'secret\n$']])
  const visited = shown(output(0, 'before'), output(10, '\u001B[?1049hin it'), output(5000, '\u001B[?1049l'))
  expect(visited).toEqual([[0, 'before\n      in it']])
})

test('a terminal that says no size is shown in the usual one', () => {
  const none = { kind: 'resize', at: 0, columns: 0, rows: 0 } as const
  expect(shown(none, output(0, 'a whole line\r\n'))).toEqual([[0, 'a whole line']])
  expect([...new AsciicastLines().of([none])].join('')).toBe('[0,"r","80x24"]\n')
})

test('hostile output neither ends it nor makes it large', () => {
  const nasty = '\u001B[999999999;999999999H\u001B[2000000000L\u001B[2000000000@\u001B[2000000000Px\u001B]0;title'
  expect(() =>
    shown({ kind: 'resize', at: 0, columns: 4e9, rows: 4e9 }, output(0, nasty), output(5000, 'y'.repeat(100_000))),
  ).not.toThrow()
})
