import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { samples } from '../../test-samples.ts'
import { acceptedDevice } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

async function furnished(stack: TestServer) {
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana)
  const tagsOf = async () => (await ana.client.getDevice({ params: { uid } })).body.tags
  const { data } = (await samples.createPublicKey({ stack, ana })).body ?? {}
  const addKey = async (tags: string[]) => {
    const body = { data: String(data), name: 'laptop', username: '.*', filter: { tags } }
    return (await ana.client.createPublicKey({ body })).body.fingerprint
  }
  const keyFilter = async () => (await ana.client.listPublicKeys()).body[0]?.filter
  return { ana, uid, tagsOf, addKey, keyFilter }
}

test('a device carries up to three tags, each once', async () => {
  await using stack = await startTestServer()
  const { ana, uid, tagsOf } = await furnished(stack)
  const add = (tag: string) => ana.client.addDeviceTag({ params: { uid }, body: { tag } })
  for (const tag of ['one', 'two', 'three']) await add(tag)
  await expect(add('two')).rejects.toMatchObject({ status: 409, code: 'tag_exists' })
  await expect(add('four')).rejects.toMatchObject({ status: 406, code: 'tag_limit_reached' })
  const remove = (tag: string) => ana.client.removeDeviceTag({ params: { uid, tag } })
  await remove('two')
  await expect(remove('two')).rejects.toMatchObject({ status: 404, code: 'tag_not_found' })
  expect(await tagsOf()).toEqual(['one', 'three'])
  const set = (tags: string[]) => ana.client.setDeviceTags({ params: { uid }, body: { tags } })
  await set(['a-b', 'c.d', 'e_f'])
  expect(await tagsOf()).toEqual(['a-b', 'c.d', 'e_f'])
  for (const wrong of [['ab'], ['a b c'], ['same', 'same'], ['x'.repeat(256)], ['one', 'two', 'three', 'four']]) {
    await expect(set(wrong)).rejects.toMatchObject({ status: 400, fields: ['tags'] })
  }
  await set(['x'.repeat(limits.tag.max)])
  await set([])
  expect(await tagsOf()).toEqual([])
})

test('the tag to remove is that of the path, whatever the body says', async () => {
  await using stack = await startTestServer()
  const { ana, uid, tagsOf } = await furnished(stack)
  await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['one', 'two'] } })
  const reply = await stack.server.transport({
    method: 'DELETE',
    path: `/api/devices/${uid}/tags/one`,
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    body: '{"tag":"two"}',
  })
  expect([reply.status, await tagsOf()]).toEqual([200, ['two']])
})

test('tags are listed, renamed and removed wherever they are, in one namespace', async () => {
  await using stack = await startTestServer()
  const { ana, uid, tagsOf, addKey, keyFilter } = await furnished(stack)
  const bob = await stack.signUp('bob')
  const other = await acceptedDevice(stack, bob)
  await bob.client.setDeviceTags({ params: { uid: other.uid }, body: { tags: ['bench'] } })
  await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['bench', 'arm'] } })
  await addKey(['arm', 'bench'])
  const list = async () => (await ana.client.listTags()).body
  expect(await list()).toEqual(['arm', 'bench'])
  const rename = (tag: string, to: string) => ana.client.renameTag({ params: { tag }, body: { tag: to } })
  await expect(rename('bench', 'arm')).rejects.toMatchObject({ status: 409, code: 'tag_exists' })
  await expect(rename('nothing', 'new')).rejects.toMatchObject({ status: 404, code: 'tag_not_found' })
  await rename('bench', 'rack')
  expect([await list(), await tagsOf(), await keyFilter()]).toEqual([
    ['arm', 'rack'],
    ['arm', 'rack'],
    { tags: ['arm', 'rack'] },
  ])
  await ana.client.deleteTag({ params: { tag: 'rack' } })
  expect([await list(), await tagsOf(), await keyFilter()]).toEqual([['arm'], ['arm'], { tags: ['arm'] }])
  expect((await bob.client.listTags()).body).toEqual(['bench'])
})

test('a tag that is all of the filter of a key stays, on both ways to remove it', async () => {
  await using stack = await startTestServer()
  const { ana, uid, addKey, keyFilter } = await furnished(stack)
  await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['bench', 'arm'] } })
  const fingerprint = await addKey(['bench'])
  const everywhere = ana.client.deleteTag({ params: { tag: 'bench' } })
  await expect(everywhere).rejects.toMatchObject({ status: 409, code: 'tag_in_filter' })
  const last = () => ana.client.removePublicKeyTag({ params: { fingerprint, tag: 'bench' } })
  await expect(last()).rejects.toMatchObject({ status: 406, code: 'last_tag' })
  await ana.client.addPublicKeyTag({ params: { fingerprint }, body: { tag: 'arm' } })
  await last()
  expect(await keyFilter()).toEqual({ tags: ['arm'] })
})

test('the filter of a key takes tags that exist, and one of a host name takes none', async () => {
  await using stack = await startTestServer()
  const { ana, uid, addKey } = await furnished(stack)
  await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['bench'] } })
  const fingerprint = await addKey(['bench'])
  const params = { fingerprint }
  const add = (tag: string) => ana.client.addPublicKeyTag({ params, body: { tag } })
  await expect(add('nowhere')).rejects.toMatchObject({ status: 404, code: 'tag_not_found' })
  await expect(add('bench')).rejects.toMatchObject({ status: 409, code: 'tag_exists' })
  const set = (tags: string[]) => ana.client.setPublicKeyTags({ params, body: { tags } })
  await expect(set([])).rejects.toMatchObject({ status: 400, fields: ['tags'] })
  await ana.client.updatePublicKey({ params, body: { name: 'laptop', username: '.*', filter: { hostname: '.*' } } })
  await expect(set(['bench'])).rejects.toMatchObject({ status: 400, code: 'public_key_without_tags' })
})

test('an observer sees tags and changes none', async () => {
  await using stack = await startTestServer()
  const { ana } = await furnished(stack)
  const { body } = await ana.client.createApiKey({ body: { name: 'watch', expires_at: 30, role: 'observer' } })
  const headers = { 'x-api-key': body.id, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, text?: string) =>
    (await stack.server.transport({ method, path, headers, ...(text === undefined ? {} : { body: text }) })).status
  expect(await ask('GET', '/api/tags')).toBe(200)
  expect(await ask('PUT', '/api/tags/bench', '{"tag":"rack"}')).toBe(403)
  expect(await ask('DELETE', '/api/tags/bench')).toBe(403)
})
