// The list as a caller asks for it: filters, orders, pages; containers apart from devices.
import type { FilterItem, FilterValue, PropertyOperator } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { acceptedDevice, register, setDeviceLimit } from '../../test-device.ts'
import { encodeFilter } from '../../test-filter.ts'
import { startTestServer } from '../../test-server.ts'

const where = (name: string, operator: PropertyOperator, value: FilterValue): FilterItem => ({
  type: 'property',
  params: { name, operator, value },
})
const and: FilterItem = { type: 'operator', params: { name: 'and' } }
const or: FilterItem = { type: 'operator', params: { name: 'or' } }

const info = (arch: string, platform = 'native') => ({
  id: 'debian',
  pretty_name: 'Debian 100%_\\GNU',
  version: '1.0.0',
  arch,
  platform,
})

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer())
  const ana = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  await acceptedDevice(stack, bob, { hostname: 'lab-pi' })
  const start = stack.clock.now()
  const names = ['lab-pi', 'lab-nas', 'office-pi', 'roof']
  const uids = new Map<string, string>()
  for (const [index, hostname] of names.entries()) {
    const { uid } = await acceptedDevice(stack, ana, { hostname, info: info(index % 2 === 0 ? 'arm64' : 'amd64') })
    uids.set(hostname, uid)
    if (hostname !== 'roof') await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['bench', hostname] } })
    stack.clock.advance(minutes(1))
  }
  await acceptedDevice(stack, ana, { hostname: 'web', info: info('amd64', 'connector') })
  await acceptedDevice(stack, ana, { hostname: 'in-a-container', info: info('amd64', 'docker') })
  await register(stack, ana, { hostname: 'waiting' })
  const list = async (items: readonly FilterItem[], query: object = {}) => {
    const filter = items.length === 0 ? {} : { filter: encodeFilter(items) }
    const reply = await ana.client.listDevices({ query: { sort_by: 'name', order_by: 'asc', ...filter, ...query } })
    expect(reply.headers['X-Total-Count']).toBe(String(reply.body.length))
    return reply.body.map((device) => device.name)
  }
  const resources = undo.move()
  return { stack, ana, uids, start, list, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

describe('the list of devices', () => {
  let shared: Awaited<ReturnType<typeof world>>
  beforeAll(async () => {
    shared = await world()
  })
  afterAll(() => shared[Symbol.asyncDispose]())

  test.each<[string, readonly FilterItem[], readonly string[]]>([
    ['a fragment, whatever its case', [where('name', 'contains', 'LAB')], ['lab-nas', 'lab-pi']],
    ['several fragments', [where('name', 'contains', ['pi', 'off'])], ['office-pi']],
    ['a fragment that would be a wildcard', [where('name', 'contains', 'l_b%')], []],
    [
      'wildcards and escapes taken literally',
      [where('info.pretty_name', 'contains', '100%_\\g'), where('name', 'eq', 'roof')],
      ['roof'],
    ],
    ['a name', [where('name', 'eq', 'roof')], ['roof']],
    [
      'all other names',
      [where('name', 'ne', 'roof'), where('info.arch', 'eq', 'amd64')],
      ['in-a-container', 'lab-nas'],
    ],
    ['a tag', [where('tags', 'eq', 'bench')], ['lab-nas', 'lab-pi', 'office-pi']],
    ['a fragment of a tag', [where('tags', 'contains', 'OFFICE')], ['office-pi']],
    ['several tags', [where('tags', 'contains', ['bench', 'lab-pi'])], ['lab-pi']],
    ['no such tag', [where('tags', 'ne', 'bench')], ['in-a-container', 'roof']],
    ['either of two', [where('name', 'eq', 'roof'), where('name', 'eq', 'lab-pi'), or], ['lab-pi', 'roof']],
    [
      'either of two, and a third',
      [
        where('name', 'contains', 'lab'),
        where('name', 'contains', 'office'),
        or,
        where('info.arch', 'eq', 'arm64'),
        and,
      ],
      ['lab-pi', 'office-pi'],
    ],
    [
      'lists inside lists',
      [
        [where('name', 'contains', 'lab'), where('info.arch', 'eq', 'amd64'), and],
        [where('name', 'eq', 'office-pi')],
        or,
      ],
      ['lab-nas', 'office-pi'],
    ],
    ['what is offline', [where('online', 'bool', 'false')], ['lab-nas', 'lab-pi', 'office-pi']],
    ['what is online', [where('online', 'eq', true)], ['in-a-container', 'roof']],
    ['a platform', [where('info.platform', 'eq', 'docker')], ['in-a-container']],
    ['SQL, which is only a text here', [where('name', 'eq', "x' or 1=1 --")], []],
  ])('finds %s', async (_title, items, expected) => {
    expect(await shared.list(items)).toEqual(expected)
  })

  test('compares times, given as RFC 3339 or as Unix seconds', async () => {
    const moment = shared.start + minutes(1) + 1000
    const later = ['in-a-container', 'office-pi', 'roof']
    for (const value of [
      new Date(moment).toISOString(),
      Math.floor(moment / 1000),
      String(Math.floor(moment / 1000)),
    ]) {
      expect(await shared.list([where('created_at', 'gt', value)])).toEqual(later)
      expect(await shared.list([where('last_seen', 'lt', value)])).toEqual(['lab-nas', 'lab-pi'])
    }
  })

  test('knows containers apart, and an agent that runs in a container is a device', async () => {
    const { ana, list } = shared
    expect(await list([], { status: '' })).toEqual([
      'in-a-container',
      'lab-nas',
      'lab-pi',
      'office-pi',
      'roof',
      'waiting',
    ])
    expect(await list([], { status: 'pending' })).toEqual(['waiting'])
    const containers = await ana.client.listContainers()
    expect([containers.body.map(({ name }) => name), containers.headers['X-Total-Count']]).toEqual([['web'], '1'])
    const filtered = await ana.client.listContainers({ query: { filter: encodeFilter([where('name', 'eq', 'roof')]) } })
    expect(filtered.headers['X-Total-Count']).toBe('0')
    const [web] = containers.body
    if (!web) throw new Error('The container is gone.')
    expect((await ana.client.getContainer({ params: { uid: web.uid } })).body.name).toBe('web')
    expect((await ana.client.getDevice({ params: { uid: web.uid } })).body.name).toBe('web')
    const [device] = (await ana.client.listDevices()).body
    if (!device) throw new Error('There is no device.')
    const asContainer = ana.client.removeContainer({ params: { uid: device.uid } })
    await expect(asContainer).rejects.toMatchObject({ status: 404, code: 'container_not_found' })
  })

  test('pages through a total order in both directions, with the exact count', async () => {
    const { ana } = shared
    for (const order_by of ['asc', 'desc'] as const) {
      const pages: string[] = []
      for (const page of [1, 2, 3]) {
        const query = { sort_by: 'info.arch', order_by, page, per_page: 2 } as const
        const { body, headers } = await ana.client.listDevices({ query })
        expect(headers['X-Total-Count']).toBe('5')
        pages.push(...body.map(({ name }) => name))
      }
      expect(new Set(pages).size).toBe(5)
    }
    const refused = ana.client.listDevices({ query: { sort_by: 'public_key' as 'name' } })
    await expect(refused).rejects.toMatchObject({ status: 400, fields: ['sort_by'] })
  })

  test('finds a device by name or uid in one call', async () => {
    const { ana, uids } = shared
    expect((await ana.client.resolveDevice({ query: { hostname: 'Roof' } })).body.uid).toBe(uids.get('roof'))
    const missing = ana.client.resolveDevice({ query: { hostname: 'nowhere' } })
    await expect(missing).rejects.toMatchObject({ status: 404, code: 'device_not_found' })
    await expect(ana.client.resolveDevice({})).rejects.toMatchObject({ status: 400, fields: ['uid', 'hostname'] })
  })
})

test('what can be accepted is told by the limit, in the list and in the filter', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await acceptedDevice(stack, ana, { hostname: 'first' })
  await register(stack, ana, { hostname: 'second' })
  const filter = encodeFilter([where('acceptable', 'bool', true)])
  const acceptable = async () =>
    (await ana.client.listDevices({ query: { status: '', filter } })).body.map(({ name }) => name)
  expect(await acceptable()).toEqual(['second'])
  await setDeviceLimit(stack, ana.tenantId, 1)
  expect(await acceptable()).toEqual([])
})
