import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { TestClock } from '../test-clock.ts'
import { ControlLines } from './control-lines.ts'
import { DialBacks } from './dial-backs.ts'
import { readAnswerHead } from './http-head.ts'
import { selectProtocol } from './multistream.ts'
import { readHead, sshHasBegun } from './read-head.ts'

const limits = (clock: TestClock) => ({ clock, seconds: 20, bytesMost: 255 })

function pair(): { clock: TestClock; near: Duplex; far: Duplex } {
  const [near, far] = duplexPair()
  return { clock: new TestClock(), near, far }
}

async function nextOf(stream: Duplex): Promise<string> {
  const arrived = once(stream, 'data')
  stream.resume()
  return String((await arrived)[0])
}

describe('the beginning of a stream', () => {
  it('leaves everything behind the head to whoever reads on', async () => {
    const { clock, near, far } = pair()
    far.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n220 first words of a server')
    expect(await readHead(near, limits(clock), readAnswerHead)).toBe(200)
    expect(await nextOf(near)).toBe('220 first words of a server')
  })

  it('takes nothing from an SSH server that begins to speak', async () => {
    const { clock, near, far } = pair()
    far.write('SS')
    const begun = readHead(near, limits(clock), sshHasBegun)
    far.write('H-2.0-Go\r\n')
    await begun
    expect(await nextOf(near)).toBe('SSH-2.0-Go\r\n')
  })

  it('is refused when an SSH server says something else', async () => {
    const { clock, near, far } = pair()
    far.write('HTTP/1.1 400 Bad Request\r\n')
    await expect(readHead(near, limits(clock), sshHasBegun)).rejects.toThrow('the agent does not speak SSH')
    expect(near.destroyed).toBe(true)
  })

  it('is given up after its time, when it grows too long, and when the agent hangs up', async () => {
    const silent = pair()
    const waiting = readHead(silent.near, limits(silent.clock), readAnswerHead)
    const failed = waiting.catch(String)
    await silent.clock.pass(20)
    expect(await failed).toContain('the agent gave no answer for 20 seconds')
    const long = pair()
    long.far.write('x'.repeat(300))
    await expect(readHead(long.near, limits(long.clock), readAnswerHead)).rejects.toThrow('too great length')
    const short = pair()
    short.far.end('HTTP/1.1 200')
    await expect(readHead(short.near, limits(short.clock), readAnswerHead)).rejects.toThrow('the agent hung up')
  })
})

describe('multistream-select', () => {
  const proposal = '\u0013/multistream/1.0.0\n\u0010/ssh/open/1.0.0\n'
  it('proposes in the bytes that are known from agents, and takes the echo', async () => {
    const { clock, near, far } = pair()
    const selected = selectProtocol(near, '/ssh/open/1.0.0', limits(clock))
    expect(await nextOf(far)).toBe(proposal)
    far.write(proposal.slice(0, 7))
    far.write(`${proposal.slice(7)}SSH-2.0-Go\r\n`)
    await selected
    expect(await nextOf(near)).toBe('SSH-2.0-Go\r\n')
  })

  it.each([
    ['no', '\u0013/multistream/1.0.0\n\u0003na\n', 'does not serve /ssh/open/1.0.0'],
    ['nonsense', '\u00ff\u00ff', 'does not speak multistream-select'],
    ['an empty line', '\u0000', 'does not speak multistream-select'],
  ])('fails when the agent says %s', async (_, text, reason) => {
    const { clock, near, far } = pair()
    far.write(Buffer.from(text, 'latin1'))
    await expect(selectProtocol(near, '/ssh/open/1.0.0', limits(clock))).rejects.toThrow(reason)
  })
})

it('takes no answer for HTTP that is none', () => {
  expect(() => readAnswerHead(Buffer.from('220 mail\r\n\r\n'))).toThrow('an answer that is none')
})

describe('a control connection', () => {
  it('has lines whose borders are not those of messages', () => {
    const lines = new ControlLines()
    expect(lines.read(Buffer.from('{"command":"keep-al'))).toEqual([])
    expect(lines.read(Buffer.from('ive"}\n{"command":"pickup-failed","err":"é"}\nnonsense\n[1]\n{"comm'))).toEqual([
      { command: 'keep-alive' },
      { command: 'pickup-failed', err: 'é' },
    ])
  })

  it('is over when it says more at once than an agent has to say', () => {
    const lines = new ControlLines()
    expect(lines.read(Buffer.from('{}\n'.repeat(64)))).toEqual([])
    expect(lines.read(Buffer.from('{}\n'.repeat(65)))).toBeUndefined()
  })

  it('is over when a line has no end', () => {
    const lines = new ControlLines()
    expect(lines.read(Buffer.alloc(4096, 'x'))).toEqual([])
    expect(lines.read(Buffer.from('x'))).toBeUndefined()
  })
})

describe('a dial-back', () => {
  it('is taken once, by its word alone', async () => {
    const dialBacks = new DialBacks(new TestClock(), '/ssh/revdial', 20)
    const { path, arrived } = dialBacks.expect()
    expect(path).toMatch(/^\/ssh\/revdial\?revdial\.dialer=[0-9a-f]{32}&uuid=[0-9a-f-]{36}$/)
    expect(dialBacks.find('/ssh/revdial?revdial.dialer=00000000000000000000000000000000')).toBeUndefined()
    expect(dialBacks.find('/ssh/revdial')).toBeUndefined()
    const [stream] = duplexPair()
    dialBacks.find(path)?.(stream)
    expect(await arrived).toBe(stream)
    expect(dialBacks.find(path)).toBeUndefined()
  })

  it('is not awaited for longer than its time', async () => {
    const clock = new TestClock()
    const dialBacks = new DialBacks(clock, '/ssh/revdial', 20)
    const { arrived } = dialBacks.expect()
    const late = arrived.catch(String)
    await clock.pass(20)
    expect(await late).toContain('did not dial back within 20 seconds')
    expect(dialBacks.size).toBe(0)
  })
})
