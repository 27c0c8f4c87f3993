import { describe, expect, it } from 'vitest'
import { ResponseReader } from './response-reader.ts'

interface Read {
  readonly status: number | undefined
  readonly body: string
  readonly complete: boolean
  readonly persistent: boolean | undefined
  readonly left: string
  readonly problem: string
}

/** Reads it whole and byte by byte, which must come to the same. */
function read(text: string, method = 'GET', closed = true): Read {
  const inPieces = (size: number): Read => {
    let body = ''
    let left = ''
    let problem = ''
    const reader = new ResponseReader(method, {
      onHead: () => undefined,
      onData: (data) => (body += data.toString('latin1')),
    })
    try {
      for (let at = 0; at < text.length; at += size) {
        const piece = Buffer.from(text.slice(at, at + size), 'latin1')
        if (reader.complete) left += piece.toString('latin1')
        else left += piece.subarray(reader.read(piece)).toString('latin1')
      }
      if (closed && !reader.complete) reader.end()
    } catch (error) {
      problem = error instanceof Error ? `${error.name}: ${error.message}` : 'thrown'
    }
    const { head, complete } = reader
    return { status: head?.status, body, complete, persistent: head?.persistent, left, problem }
  }
  const whole = inPieces(text.length)
  expect(inPieces(1)).toEqual(whole)
  return whole
}

const good: Readonly<Record<string, readonly [string, Partial<Read>, string?]>> = {
  'a length': ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', { body: 'hello', persistent: true }],
  chunks: [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n6;a="b"\r\n world\r\n0\r\nX: y\r\n\r\n',
    { body: 'hello world', persistent: true },
  ],
  'the end of the connection': ['HTTP/1.1 200 OK\r\n\r\nhello', { body: 'hello', persistent: false }],
  'no body by its status': ['HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', { body: '', persistent: true }],
  'no body by the method': ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', { body: '', persistent: true }, 'HEAD'],
  'a provisional answer in front': [
    'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200\r\nContent-Length: 0\r\n\r\n',
    { status: 200, body: '' },
  ],
  'lines that end with a newline alone': ['HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', { body: 'hi' }],
  'an empty line in front': ['\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', { status: 200 }],
  'a connection that ends': [
    'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n',
    { persistent: false },
  ],
  'the older HTTP': ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', { persistent: false }],
  'more than the answer': [
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 200 OK',
    { body: 'hi', left: 'HTTP/1.1 200 OK' },
  ],
  'who signs in for the connection': [
    'HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM\r\nContent-Length: 0\r\n\r\n',
    { persistent: false },
  ],
}

const bad: Readonly<Record<string, string>> = {
  'a length and chunks': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'a list of lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello',
  'a length with a sign': 'HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello',
  'another coding': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'a coding twice': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a folded field': 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n',
  'a space before the colon': 'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello',
  'a carriage return in a value': 'HTTP/1.1 200 OK\r\nX: a\rSet-Cookie: b\r\n\r\n',
  'a NUL': 'HTTP/1.1 200 OK\r\nX: a\0\r\n\r\n',
  'another protocol': 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
  'another version': 'HTTP/2.0 200 OK\r\n\r\n',
  'a status of two digits': 'HTTP/1.1 20 OK\r\n\r\n',
  'a chunk with a size that is none': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n',
  'a chunk longer than its size': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n',
  'a chunk line without its carriage return': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n',
  'a chunk line that does not end': `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(5000)}`,
  'a head that does not end': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`,
  'a body cut short': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel',
  'chunks cut short': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
  nothing: '',
}

describe('takes', () => {
  it.each(Object.entries(good))('%s', (_name, [text, expected, method]) => {
    expect(read(text, method)).toMatchObject({ problem: '', complete: true, ...expected })
  })
})

describe('refuses', () => {
  it.each(Object.entries(bad))('%s', (_name, text) => {
    expect(read(text).problem).toMatch(/^BadResponse: /)
  })
})
