import { generateKeyPairSync } from 'node:crypto'
import type { DeviceUid, Fingerprint, PublicKeyFilter, TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice, register, tagDevice } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>

function newKey(comment = 'ana@laptop'): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const wire = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from('ssh-ed25519'),
    Buffer.from([0, 0, 0, 32]),
    Buffer.from(x, 'base64url'),
  ])
  return Buffer.from(`ssh-ed25519 ${wire.toString('base64')} ${comment}\n`).toString('base64')
}

const anywhere = { hostname: '.*' }
const create = async (member: Member, fields: { username?: string; filter?: PublicKeyFilter; data?: string } = {}) =>
  (
    await member.client.createPublicKey({
      body: { data: newKey(), name: 'laptop', username: '.*', filter: anywhere, ...fields },
    })
  ).body

const verdictOf =
  (stack: TestServer, tenant: string, deviceUid: DeviceUid) => async (fingerprint: Fingerprint, username: string) => {
    const body = { tenant_id: tenant as TenantId, device_uid: deviceUid, username, fingerprint }
    return (await stack.internal.evaluatePublicKey({ body })).body
  }

test('a registered key is shown without its comment, oldest first, until it is removed', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const first = await create(ana)
  stack.clock.advance(1000)
  const second = await create(ana, { username: 'root' })
  expect(Buffer.from(first.data, 'base64').toString()).toMatch(/^ssh-ed25519 \S+\n$/)
  expect(first).toMatchObject({ tenant_id: ana.tenant, name: 'laptop', filter: anywhere })
  const listed = await ana.client.listPublicKeys()
  expect(listed.body).toEqual([first, second])
  expect(listed.headers['X-Total-Count']).toBe('2')
  await ana.client.deletePublicKey({ params: { fingerprint: first.fingerprint } })
  expect((await ana.client.listPublicKeys()).body).toEqual([second])
  const again = ana.client.deletePublicKey({ params: { fingerprint: first.fingerprint } })
  await expect(again).rejects.toMatchObject({ code: 'public_key_not_found' })
})

test('a key is registered once in a namespace, and once in each', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const data = newKey()
  const { fingerprint } = await create(ana, { data })
  await expect(create(ana, { data })).rejects.toMatchObject({ status: 409, code: 'public_key_exists' })
  await expect(bob.client.deletePublicKey({ params: { fingerprint } })).rejects.toMatchObject({ status: 404 })
  await create(bob, { data })
  expect((await ana.client.listPublicKeys()).headers['X-Total-Count']).toBe('1')
})

test('a key opens what its regexes match as a whole', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const verdict = verdictOf(stack, ana.tenant, uid)
  const key = await create(ana, { username: 'root|admin', filter: { hostname: 'lab-.*' } })
  expect(await verdict(key.fingerprint, 'root')).toEqual({ outcome: 'allowed', data: key.data })
  expect(await verdict(key.fingerprint, 'notroot')).toEqual({ outcome: 'other_username' })
  const elsewhere = await create(ana, { filter: { hostname: 'lab' } })
  expect(await verdict(elsewhere.fingerprint, 'root')).toEqual({ outcome: 'other_device' })
  await ana.client.deletePublicKey({ params: { fingerprint: key.fingerprint } })
  expect(await verdict(key.fingerprint, 'root')).toEqual({ outcome: 'unknown_key' })
})

test('a key of another namespace opens nothing here, nor does any key on a device that waits', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid } = await acceptedDevice(stack, ana)
  const foreign = await create(bob)
  expect(await verdictOf(stack, ana.tenant, uid)(foreign.fingerprint, 'root')).toEqual({ outcome: 'unknown_key' })
  expect(await verdictOf(stack, bob.tenant, uid)(foreign.fingerprint, 'root')).toEqual({ outcome: 'other_device' })
  const { uid: pending } = await register(stack, ana, { hostname: 'waiting' })
  const own = await create(ana)
  expect(await verdictOf(stack, ana.tenant, pending)(own.fingerprint, 'root')).toEqual({ outcome: 'other_device' })
})

test('a key filtered by tags opens the devices that carry one of them', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'tagged' })
  const { uid: bare } = await acceptedDevice(stack, ana, { hostname: 'bare' })
  await tagDevice(stack, ana.tenant, uid, 'bench', 'arm')
  const key = await create(ana, { filter: { tags: ['bench'] } })
  expect(key.filter).toEqual({ tags: ['bench'] })
  expect(await verdictOf(stack, ana.tenant, uid)(key.fingerprint, 'root')).toMatchObject({ outcome: 'allowed' })
  expect(await verdictOf(stack, ana.tenant, bare)(key.fingerprint, 'root')).toEqual({ outcome: 'other_device' })
  const unknown = { status: 404, code: 'tag_not_found' }
  await expect(create(ana, { filter: { tags: ['bench', 'benhc'] } })).rejects.toMatchObject(unknown)
  await expect(create(bob, { filter: { tags: ['bench'] } })).rejects.toMatchObject(unknown)
})

test('a changed key opens by its new rules', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  await tagDevice(stack, ana.tenant, uid, 'bench')
  const { fingerprint, ...key } = await create(ana, { username: 'nobody', filter: { tags: ['bench'] } })
  const update = (fields: object) =>
    ana.client.updatePublicKey({
      params: { fingerprint },
      body: { name: 'desk', username: 'root', filter: { hostname: 'lab-pi' }, ...fields },
    })
  expect((await update({})).body).toEqual({
    ...key,
    fingerprint,
    name: 'desk',
    username: 'root',
    filter: { hostname: 'lab-pi' },
  })
  expect((await ana.client.listPublicKeys()).body).toMatchObject([{ name: 'desk', filter: { hostname: 'lab-pi' } }])
  expect(await verdictOf(stack, ana.tenant, uid)(fingerprint, 'root')).toMatchObject({ outcome: 'allowed' })
  await expect(update({ filter: { tags: ['absent'] } })).rejects.toMatchObject({ code: 'tag_not_found' })
  await expect(update({ username: '(' })).rejects.toMatchObject({ status: 400, fields: ['username'] })
})

test('a key that cannot be read is refused with a reason', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const refused = { status: 422, code: 'unprocessable_public_key', fields: ['data'] }
  await expect(create(ana, { data: 'not base64!' })).rejects.toMatchObject(refused)
  const dsa = Buffer.from('ssh-dss AAAA').toString('base64')
  await expect(create(ana, { data: dsa })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('DSA'),
  })
  await expect(create(ana, { filter: { hostname: '[' } })).rejects.toMatchObject({ fields: ['filter.hostname'] })
  const both = { hostname: '.*', tags: ['bench'] }
  await expect(create(ana, { filter: both })).rejects.toMatchObject({ status: 400, fields: ['filter'] })
  await expect(create(ana, { filter: { tags: [] } })).rejects.toMatchObject({ status: 400 })
})
