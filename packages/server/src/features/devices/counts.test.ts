import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice, register } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

/** The kept counts beside what counting finds; statuses without devices left out. */
function counts(stack: TestServer, tenant: TenantId): { kept: unknown; found: unknown } {
  using database = new DatabaseSync(join(stack.dataDir, 'sshore.db'))
  const kept = database.prepare(
    'select status, total from device_counts where tenant_id = ? and total <> 0 order by status',
  )
  const found = database.prepare(
    'select status, count(*) as total from devices where tenant_id = ? group by status order by status',
  )
  return { kept: kept.all(tenant), found: found.all(tenant) }
}

test('the kept counts of devices agree with the devices through all that may happen to them', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const agree = (): unknown => {
    const { kept, found } = counts(stack, ana.tenantId)
    expect(kept).toEqual(found)
    return kept
  }
  const identity = { mac: '02:42:ac:11:00:05' }
  const first = await acceptedDevice(stack, ana, { hostname: 'one', identity })
  const second = await register(stack, ana, { hostname: 'two' })
  expect(agree()).toEqual([
    { status: 'accepted', total: 1 },
    { status: 'pending', total: 1 },
  ])
  await ana.client.setDeviceStatus({ params: { uid: second.uid, status: 'reject' } })
  await ana.client.updateDevice({ params: { uid: second.uid }, body: { name: 'renamed' } })
  await stack.internal.reportPresence({ body: { online: [first.uid, second.uid], offline: [] } })
  agree()
  // A re-flashed device takes over, which removes the old one.
  await stack.internal.markDeviceOffline({ params: { uid: first.uid } })
  await acceptedDevice(stack, ana, { hostname: 'three', identity })
  agree()
  await ana.client.removeDevice({ params: { uid: second.uid } })
  expect(agree()).toEqual([{ status: 'accepted', total: 1 }])
  await stack.internal.deleteNamespaceByName({ params: { name: 'ana' } })
  expect(agree()).toEqual([])
})
