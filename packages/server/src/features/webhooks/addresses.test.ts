import type { lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { startReceiver } from '../../test-receiver.ts'
import { isPublic } from '../../platform/public-addresses.ts'
import { checkedAddress } from './addresses.ts'
import { send } from './sending.ts'

const never = new AbortController().signal
const letter = (url: string) => ({ url, body: '{}', headers: {} })

test.each([
  '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255',
  ':: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 2002:a00:1::',
  '2001::1 2001:db8::1 3fff::1 nonsense localhost',
])('%s are not public', (addresses) => {
  expect(addresses.split(' ').filter(isPublic)).toEqual([])
})

test('what the internet reaches is public', () => {
  const addresses = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1', '2606:4700::1111']
  expect(addresses.filter((address) => !isPublic(address))).toEqual([])
})

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'https://ana:secret@hooks.example.com/',
  'https://hooks.example.com/#here',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://localhost/',
  'https://metadata.google.internal/',
  'https://printer.local./',
  'nonsense',
  '//hooks.example.com',
])('refuses %s', (url) => {
  expect(() => checkedAddress(url, false)).toThrow('public hosts')
})

test('takes what is public, and what is not where that is allowed', () => {
  expect(checkedAddress('https://hooks.example.com:8443/a?b=c', false)).toBe('https://hooks.example.com:8443/a?b=c')
  expect(checkedAddress('http://127.0.0.1:8080/', true)).toBe('http://127.0.0.1:8080/')
})

/** Resolves every name to these addresses, one set after the other. */
const resolving = (...sets: readonly (readonly string[])[]) => {
  const asked: string[] = []
  const resolve = ((name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    const addresses = sets[Math.min(asked.length, sets.length - 1)] ?? []
    asked.push(name)
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup
  return { asked, resolve }
}

test('a name that leads inside is refused at each connection, whatever else it leads to', async () => {
  await using receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const url = `http://rebound.example.com:${port}/`
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], []]) {
    const { resolve, asked } = resolving(addresses)
    const outcome = await send(letter(url), { allowPrivate: false, stopping: never, resolve })
    expect(outcome).toMatchObject({ status: 0, problem: expect.stringContaining('private address') })
    expect(asked).toEqual(['rebound.example.com'])
  }
  const literal = await send(letter(receiver.url), { allowPrivate: false, stopping: never })
  expect(literal.problem).toContain('127.0.0.1 is a private address.')
  expect(receiver.received).toEqual([])
  // The control: the same place can be reached where that is allowed.
  expect(await send(letter(receiver.url), { allowPrivate: true, stopping: never })).toMatchObject({ status: 204 })
})

test('an answer that does not come, or not whole, is given up at the deadline', async () => {
  await using receiver = await startReceiver()
  receiver.answer = () => undefined
  const conditions = { allowPrivate: true, stopping: never, timeoutMilliseconds: 100 }
  const late = { status: 0, problem: 'There was no whole answer within 0.1 seconds.' }
  expect(await send(letter(receiver.url), conditions)).toMatchObject(late)
  receiver.answer = (reply) => void reply.writeHead(200).write('x')
  expect(await send(letter(receiver.url), conditions)).toMatchObject({ ...late, status: 200 })
})

test('of an endless answer only the beginning is read', async () => {
  await using receiver = await startReceiver()
  receiver.answer = (reply) => {
    const more = (): void => {
      while (!reply.destroyed && reply.write('x'.repeat(1024)));
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
  }
  const outcome = await send(letter(receiver.url), { allowPrivate: true, stopping: never })
  expect(outcome).toMatchObject({ status: 200, problem: '', excerpt: 'x'.repeat(1024) })
})
