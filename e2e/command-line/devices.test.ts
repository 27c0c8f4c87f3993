// Real devices and sessions from the command line.
import { join } from 'node:path'
import { createStack, type Ran, sshore, sshInBackground } from '@sshore/testkit'
import { expect, test } from 'vitest'

test('a running session is listed, shown with its course, and ended', async () => {
  await using stack = await createStack()
  const namespace = await stack.seed.namespace('workshop')
  await using device = await stack.addDevice(namespace, { hostname: 'bench' })
  await using session = sshInBackground(device.target(), ['echo ready; sleep 600'])
  await session.says(/ready/)
  const beside = (words: string): Promise<Ran> =>
    sshore([...words.split(' '), '--data-dir', join(stack.folder, 'server')])

  expect((await beside('device list workshop --online')).stdout).toMatch(/^bench +accepted +now /m)
  const list = await beside('session list workshop --active --json')
  const [running] = JSON.parse(list.stdout) as { uid: string; username: string }[]
  expect(running).toMatchObject({ username: 'root' })
  const uid = running?.uid.slice(0, 10) ?? ''
  const shown = await beside(`session show workshop ${uid} --json`)
  expect(JSON.parse(shown.stdout)).toMatchObject({ uid: running?.uid, active: true })
  expect((await beside(`session close workshop ${uid}`)).code).toBe(2)
  expect((await beside('session list workshop --active')).stdout).toContain(uid)
  expect((await beside(`session close workshop ${uid} --yes`)).code).toBe(0)
  await session.ended
  expect((await beside('session list workshop --active')).stdout).not.toContain(uid)
})
