import type { SessionUid } from '@sshore/contract'
import { afterAll, expect, it } from 'vitest'
import { startTestInstance } from '../test-instance.ts'

const held = new AsyncDisposableStack()
afterAll(() => held.disposeAsync())

it('ends a session that runs, and says of one that has ended that it has', async () => {
  const server = held.use(await startTestInstance())
  const { tenantId, client } = await server.signUp('workshop')
  await server.device(tenantId, 'shed')
  const [device] = (await client.listDevices({ query: { status: 'pending' } })).body
  if (!device) throw new Error('There is no device.')
  await client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  const uid = 'ab'.repeat(32) as SessionUid
  const facts = { username: 'root', ip_address: '203.0.113.9', type: 'term', term: '', authenticated: true } as const
  await server.internal.createSession({ body: { uid, device_uid: device.uid, ...facts } })
  const close = () => server.beside(`session close workshop ${uid} --yes`)
  expect(await close()).toMatchObject({ code: 0, stdout: expect.stringContaining('is told to end') })
  const { stdout: log } = await server.beside('audit list workshop')
  expect(log).toMatch(/session\.open +session root@shed /)
  await server.internal.finishSession({ params: { uid } })
  expect(await close()).toMatchObject({ code: 4, stderr: expect.stringContaining('has ended already') })
}, 60_000)
