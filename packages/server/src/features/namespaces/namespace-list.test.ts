import type { FilterItem } from '@sshore/contract'
import { expect, test } from 'vitest'
import { samples } from '../../test-samples.ts'
import { encodeFilter } from '../../test-filter.ts'
import { startTestServer } from '../../test-server.ts'

const is = (
  name: string,
  value: string | number | boolean,
  operator: 'eq' | 'contains' | 'gt' | 'ne' = 'eq',
): FilterItem => ({
  type: 'property',
  params: { name, operator, value },
})

test('namespaces are filtered, those of others never among them', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await stack.signUp('bob')
  for (const [name, type] of [
    ['lab', 'team'],
    ['home', 'personal'],
  ] as const) {
    await ana.client.createNamespace({ body: { name, type } })
  }
  await ana.client.updateSecuritySettings({ params: { tenant: ana.tenantId }, body: { session_record: true } })
  const found = async (...items: FilterItem[]) => {
    const { body, headers } = await ana.client.listNamespaces({ query: { filter: encodeFilter(items) } })
    expect(headers['X-Total-Count']).toBe(String(body.length))
    return body.map(({ name }) => name)
  }
  expect(await found(is('name', 'B', 'contains'))).toEqual(['lab'])
  expect(await found(is('type', 'personal'))).toEqual(['home'])
  expect(await found(is('settings.session_record', true))).toEqual(['ana'])
  expect(await found(is('max_devices', 0, 'gt'))).toEqual([])
  // The test's clock stands still, so that they are of the same age.
  expect((await found(is('name', 'lab', 'ne'))).toSorted()).toEqual(['ana', 'home'])
})

test('the older address of the setting tells and sets it, of the own namespace alone', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  const get = async () => (await ana.client.getSecuritySettings()).body
  expect(await get()).toBe(false)
  await ana.client.updateSecuritySettings({ params: { tenant: ana.tenantId }, body: { session_record: true } })
  expect(await get()).toBe(true)
  await ana.client.updateSecuritySettings({ params: { tenant: ana.tenantId }, body: {} })
  expect(await get()).toBe(false)
  const foreign = ana.client.updateSecuritySettings({
    params: { tenant: bob.tenantId },
    body: { session_record: true },
  })
  await expect(foreign).rejects.toMatchObject({ status: 404, code: 'namespace_not_found' })
})

test('public keys are filtered and sorted', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  for (const name of ['laptop', 'desktop']) {
    const { data } = (await samples.createPublicKey({ stack, ana })).body ?? {}
    const filter = { hostname: `${name}-.*` }
    await ana.client.createPublicKey({ body: { data: String(data), name, username: '.*', filter } })
  }
  const names = async (query: Parameters<typeof ana.client.listPublicKeys>[0]) =>
    (await ana.client.listPublicKeys(query)).body.map(({ name }) => name)
  expect(await names({ query: { filter: encodeFilter([is('filter.hostname', 'DESK', 'contains')]) } })).toEqual([
    'desktop',
  ])
  expect(await names({ query: { filter: encodeFilter([is('filter.tags', 'bench')]) } })).toEqual([])
  expect(await names({ query: { sort_by: 'name', order_by: 'asc' } })).toEqual(['desktop', 'laptop'])
})

test('a broken body of a public key is 422, of anything else 400', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' }
  const post = async (path: string) =>
    (await stack.server.transport({ method: 'POST', path, headers, body: '{' })).status
  expect([await post('/api/sshkeys/public-keys'), await post('/api/namespaces')]).toEqual([422, 400])
})
