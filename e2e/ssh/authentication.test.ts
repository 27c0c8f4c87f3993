import { isRoot, type KeyType, newKey, ssh, type UnixUser, unixUser } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()
const address = (login: string): string => `${login}@${one.namespace.name}.${one.device.device.name}`

describe('a public key', () => {
  it.each<[KeyType, number | undefined]>([
    ['ed25519', undefined],
    ['ecdsa', 256],
    ['ecdsa', 521],
    ['rsa', 3072],
  ])('of type %s (%s bits) opens the device once it is registered', async (type, bits) => {
    const key = await one.stack.newKey(type, bits)
    const target = one.stack.target(address('root'), { keys: [key.path] })
    expect((await ssh(target, ['true'])).code).toBe(255)
    await one.stack.seed.publicKey(one.namespace, key.line)
    expect(await ssh(target, ['id -un'])).toMatchObject({ code: 0, stdout: 'root\n' })
  })

  it('opens nothing any more once it is removed', async () => {
    const key = await one.stack.newKey()
    const target = one.stack.target(address('root'), { keys: [key.path] })
    const { fingerprint } = await one.stack.seed.publicKey(one.namespace, key.line)
    expect((await ssh(target, ['true'])).code).toBe(0)
    await one.namespace.owner.client.deletePublicKey({ params: { fingerprint } })
    expect((await ssh(target, ['true'])).code).toBe(255)
  })

  it('opens only the login names and devices that it was registered for', async () => {
    const key = await one.stack.newKey()
    await one.stack.seed.publicKey(one.namespace, key.line, { username: 'daemon', hostname: '.*' })
    const refused = await ssh(one.stack.target(address('root'), { keys: [key.path] }), ['true'])
    expect(refused.code).toBe(255)
    const elsewhere = await one.stack.newKey()
    await one.stack.seed.publicKey(one.namespace, elsewhere.line, { hostname: 'another-.*' })
    expect((await ssh(one.stack.target(address('root'), { keys: [elsewhere.path] }), ['true'])).code).toBe(255)
  })

  it('of one namespace is nothing to another', async () => {
    const other = await one.stack.seed.namespace()
    const key = await newKey(one.stack.folder)
    await one.stack.seed.publicKey(other, key.line)
    const ran = await ssh(one.stack.target(address('root'), { keys: [key.path] }), ['true'])
    expect(ran.code).toBe(255)
  })

  it('of the right one among many is found', async () => {
    const wrong = await Promise.all([one.stack.newKey(), one.stack.newKey('ecdsa')])
    const [right = ''] = one.device.target().keys ?? []
    const target = one.stack.target(address('root'), { keys: [...wrong.map(({ path }) => path), right] })
    expect((await ssh(target, ['true'])).code).toBe(0)
  })
})

describe.skipIf(!isRoot)('the password of a user of the device (needs root, to make one)', () => {
  let user: UnixUser | undefined
  beforeAll(async () => {
    user = await unixUser()
  })
  afterAll(async () => user?.[Symbol.asyncDispose]())
  const login = (password: string) => one.stack.target(address(user?.name ?? ''), { password })

  it('opens a session as that user, with its groups and home', async () => {
    const ran = await ssh(login(user?.password ?? ''), ['id -un; id -Gn; pwd; umask; ls -ld ~'])
    expect(ran.stderr).toBe('')
    const [name, groups, cwd] = ran.stdout.split('\n')
    expect({ name, groups, cwd }).toEqual({ name: user?.name, groups: user?.name, cwd: user?.home })
  })

  it('that is wrong is refused', async () => {
    const ran = await ssh(login('wrong'), ['true'])
    expect(ran.code).not.toBe(0)
    expect(ran.stderr).toMatch(/Permission denied/)
  })

  it('of a user whom the device does not know is refused alike', async () => {
    const ran = await ssh(one.stack.target(address('nobody-of-that-name'), { password: 'x' }), ['true'])
    expect(ran.code).not.toBe(0)
    expect(ran.stderr).toMatch(/Permission denied/)
  })

  it('lets its user run nothing as another', async () => {
    const ran = await ssh(login(user?.password ?? ''), ['cat /etc/shadow; kill -0 1; echo "$?"'])
    expect(ran.stdout).toBe('1\n')
    expect(ran.stderr).toMatch(/Permission denied/)
  })
})

describe.skipIf(!isRoot)('an agent that runs as one user (needs root, to make one)', () => {
  it('lets in that user, by key and by password, and no other', async () => {
    await using user = await unixUser()
    const dataDir = `${user.home}/agent`
    await using device = await one.stack.addDevice(one.namespace, { user, dataDir, hostname: 'single' })
    expect(await ssh(device.target(user.name), ['id -un'])).toMatchObject({ code: 0, stdout: `${user.name}\n` })
    const byPassword = { ...device.target(user.name), keys: [], password: user.password }
    expect(await ssh(byPassword, ['id -un'])).toMatchObject({ code: 0, stdout: `${user.name}\n` })
    const other = await ssh(device.target('root'), ['id -un'])
    expect(other.code).toBe(255)
    expect(other.stderr).toContain(user.name)
  })
})
