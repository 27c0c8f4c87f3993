// Show 4: a script written from the OpenAPI document alone, with nothing but Python's standard library.
import { createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import { createStack, run } from '@sshore/testkit'
import { expect, test } from 'vitest'

test("a stranger's script registers a device, accepts, tags and finds it, and reads with an API key", async () => {
  await using stack = await createStack()
  const { owner } = await stack.seed.namespace()
  const script = join(import.meta.dirname, 'stranger.py')
  const ran = await run('python3', ['-I', script, stack.url, owner.username], { stdin: `${owner.password}\n` })
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' })
  const result: unknown = JSON.parse(ran.stdout)
  const { body: devices } = await owner.client.listDevices()
  const [device] = devices
  expect(devices).toHaveLength(1)
  expect(result).toMatchObject({
    hostname: device?.name,
    uid: device?.uid,
    waiting: [device?.uid],
    found: [device?.uid],
    total: 1,
    seen: { name: device?.name, status: 'accepted', tags: ['borrowed'] },
    stats: { registered_devices: 1, pending_devices: 0, rejected_devices: 0, active_sessions: 0 },
    refused: [403, 'forbidden'],
    unknown: [404, 'device_not_found'],
  })
  expect(createPublicKey(device?.public_key ?? '').asymmetricKeyType).toBe('ed25519')
})
