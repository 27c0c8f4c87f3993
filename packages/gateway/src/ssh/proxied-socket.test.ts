import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createTestStack, registerKey, type TestStack, until } from '../test-stack.ts'

const trusted = { proxies: { has: (address: string) => address === '127.0.0.1' } }
const header = 'PROXY TCP4 203.0.113.9 198.51.100.1 4711 22\r\n'

/** What the port answers to `bytes` until the connection is closed, or it has identified itself. */
async function answer(stack: TestStack, bytes: string | Buffer): Promise<string> {
  const socket = connect(stack.portNumber, '127.0.0.1')
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.write(bytes)
  const closed = once(socket, 'close')
  await Promise.race([closed, until(() => text.includes('Sshore_'), 'it identifies itself', 8)])
  socket.destroy()
  return text
}

const logged = (stack: TestStack, text: string) => stack.logged.find((line) => String(line['msg']).includes(text))

describe('a trusted proxy', () => {
  it('tells whose connection it passes on', async () => {
    await using stack = await createTestStack(trusted)
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const proxy = createServer((near) => {
      const far = connect(stack.portNumber, '127.0.0.1')
      // In two pieces, the second with bytes of the client behind it.
      far.write(header.slice(0, 20))
      near.once('data', (first: Buffer) => {
        far.write(Buffer.concat([Buffer.from(header.slice(20)), first]))
        near.pipe(far).pipe(near)
      })
    })
    await using _closed = { [Symbol.asyncDispose]: async () => void proxy.close() }
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = proxy.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const ran = await stack.ssh.run('root@home.pi', ['true'], ['-i', key.path, '-p', port])
    expect(ran).toMatchObject({ code: 0 })
    await until(() => logged(stack, 'connection ended') !== undefined, 'the connection is over')
    expect(logged(stack, 'connection ended')).toMatchObject({ address: '203.0.113.9', login: 'root' })
  })

  it.each([
    ['no header', 'SSH-2.0-X\r\n', 'no PROXY header'],
    ['half a header', Buffer.from('0d0a0d0a000d0a515549540a3111', 'hex').subarray(0, 13), 'no PROXY header in time'],
  ])('that sends %s is refused, with a line in the log', { timeout: 15_000 }, async (_, bytes, reason) => {
    await using stack = await createTestStack(trusted)
    expect(await answer(stack, bytes)).toBe('')
    expect(logged(stack, 'has to begin with a PROXY header')).toMatchObject({ address: '127.0.0.1', reason })
    expect(stack.port.size).toBe(0)
  })

  it('is served as itself when it connects on its own', async () => {
    await using stack = await createTestStack(trusted)
    expect(await answer(stack, Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex'))).toContain('Sshore_')
  })
})

describe('a peer that is no trusted proxy', () => {
  it.each([
    ['version 1', header],
    ['version 2', Buffer.from('0d0a0d0a000d0a515549540a2111000cc0a80001c0a8000bdc0401bb', 'hex')],
  ])('is refused when it sends a header of %s, and believed in nothing', async (_, bytes) => {
    await using stack = await createTestStack({ proxies: { has: () => false } })
    await answer(stack, bytes)
    await until(() => logged(stack, 'connection ended') !== undefined, 'the connection is over')
    const line = logged(stack, 'connection ended')
    expect(line).toMatchObject({ address: '127.0.0.1', reason: expect.stringContaining('no trusted proxy') })
  })
})
