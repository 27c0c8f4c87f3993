import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/database/schema.ts'
import { acceptedDevice, register } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'

/** The kept counts beside what counting finds; statuses without devices left out. */
async function counts(database: Database, tenant: TenantId): Promise<{ kept: unknown; found: unknown }> {
  const kept = await database
    .selectFrom('device_counts')
    .select(['status', 'total'])
    .where('tenant_id', '=', tenant)
    .where('total', '<>', 0)
    .orderBy('status')
    .execute()
  const found = await database
    .selectFrom('devices')
    .select((select) => ['status', select.fn.countAll<number>().as('total')])
    .where('tenant_id', '=', tenant)
    .groupBy('status')
    .orderBy('status')
    .execute()
  return { kept, found }
}

test('the kept counts of devices agree with the devices through all that may happen to them', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await using open = await stack.openDatabase()
  const agree = async (): Promise<unknown> => {
    const { kept, found } = await counts(open.database, ana.tenantId)
    expect(kept).toEqual(found)
    return kept
  }
  const identity = { mac: '02:42:ac:11:00:05' }
  const first = await acceptedDevice(stack, ana, { hostname: 'one', identity })
  const second = await register(stack, ana, { hostname: 'two' })
  expect(await agree()).toEqual([
    { status: 'accepted', total: 1 },
    { status: 'pending', total: 1 },
  ])
  await ana.client.setDeviceStatus({ params: { uid: second.uid, status: 'reject' } })
  await ana.client.updateDevice({ params: { uid: second.uid }, body: { name: 'renamed' } })
  await stack.internal.reportPresence({ body: { online: [first.uid, second.uid], offline: [] } })
  await agree()
  // A re-flashed device takes over, which removes the old one.
  await stack.internal.markDeviceOffline({ params: { uid: first.uid } })
  await acceptedDevice(stack, ana, { hostname: 'three', identity })
  await agree()
  await ana.client.removeDevice({ params: { uid: second.uid } })
  expect(await agree()).toEqual([{ status: 'accepted', total: 1 }])
  await stack.internal.deleteNamespaceByName({ params: { name: 'ana' } })
  expect(await agree()).toEqual([])
})
