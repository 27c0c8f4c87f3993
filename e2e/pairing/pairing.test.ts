import { join } from 'node:path'
import { createStack, type SeededNamespace, ssh, type Stack, startAgentProcess, until } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const held = new AsyncDisposableStack()
let stack: Stack
let namespace: SeededNamespace
beforeAll(async () => {
  stack = held.use(await createStack())
  namespace = await stack.seed.namespace()
})
afterAll(() => held.disposeAsync())

describe('an agent that was started without a namespace', () => {
  it('shows a code, and is a device of whoever accepts that code, also after a restart', async () => {
    const dataDir = join(stack.folder, 'paired')
    const start = () => startAgentProcess({ server: stack.url, dataDir, hostname: 'paired', mac: '02:00:00:00:00:01' })
    const { client } = namespace.owner
    const key = await stack.newKey()
    await stack.seed.publicKey(namespace, key.line)
    const target = stack.target(`root@${namespace.name}.paired`, { keys: [key.path] })
    {
      await using agent = await start()
      const [, first = '', second = ''] = await agent.says(/code\s+([2-9A-Z]{4}) ?([2-9A-Z]{4})/)
      const code = `${first}${second}`
      const { body: waiting } = await client.getPairing({ params: { code } })
      expect(waiting).toMatchObject({ hostname: 'paired', identity: { mac: '02:00:00:00:00:01' } })
      const { body: device } = await client.acceptPairing({ params: { code: code.toLowerCase() } })
      expect(device).toMatchObject({ name: 'paired', status: 'accepted', namespace: namespace.name })
      // The agent asks every few seconds whether its code was taken.
      await until('the device answers', async () => (await ssh(target, ['echo paired'])).stdout === 'paired\n')
      const another = await stack.seed.namespace()
      const late = another.owner.client.acceptPairing({ params: { code } })
      await expect(late).rejects.toMatchObject({ code: 'pairing_code_not_found' })
    }
    await using _again = await start()
    await until('the device is back', async () => (await ssh(target, ['true'])).code === 0)
    expect((await client.listDevices({})).body).toHaveLength(1)
  })

  it('is out of reach for a member who may not accept devices', async () => {
    await using agent = await startAgentProcess({ server: stack.url, dataDir: join(stack.folder, 'waiting') })
    const [, first = '', second = ''] = await agent.says(/code\s+([2-9A-Z]{4}) ?([2-9A-Z]{4})/)
    const observer = await stack.seed.member(namespace, 'observer')
    const params = { code: `${first}${second}` }
    await expect(observer.client.acceptPairing({ params })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await namespace.owner.client.getPairing({ params })).body.identity.mac).toMatch(/^02:/)
  })
})
