// A device whose own lists of keys have the last word (`--own-keys-only`).
import { chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createStack, isRoot, newKey, type Ran, ssh, unixUser } from '@sshore/testkit'
import { expect, it } from 'vitest'

it.skipIf(!isRoot)('a list is read with the rights of its user (needs root)', async () => {
  await using stack = await createStack()
  const namespace = await stack.seed.namespace()
  await using device = await stack.addDevice(namespace, { ownKeysOnly: true })
  await using user = await unixUser()
  const key = await newKey(stack.folder)
  await stack.seed.publicKey(namespace, key.line)
  const login = (): Promise<Ran> => {
    const target = stack.target(`${user.name}@${namespace.name}.${device.device.name}`, { keys: [key.path] })
    return ssh(target, ['id -un'])
  }
  const folder = join(user.home, '.ssh')
  const list = join(folder, 'authorized_keys')
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, user.uid, user.gid)
  const refused = await login()
  expect([refused.code, refused.stderr]).toEqual([255, expect.stringContaining('There is no ~/.ssh/authorized_keys')])

  // Root's own file, which root may read and the user may not.
  const hidden = join(stack.folder, 'for-root-alone')
  await writeFile(hidden, `${key.line}\n`, { mode: 0o600 })
  await symlink(hidden, list)
  const denied = await login()
  expect([denied.code, denied.stderr]).toEqual([255, expect.stringContaining('cannot be read')])

  await using other = await unixUser()
  const otherFolder = join(other.home, '.ssh')
  await mkdir(otherFolder, { mode: 0o700 })
  await writeFile(join(otherFolder, 'authorized_keys'), `${key.line}\n`, { mode: 0o600 })
  for (const path of [otherFolder, join(otherFolder, 'authorized_keys')]) await chown(path, other.uid, other.gid)
  const target = stack.target(`${other.name}@${namespace.name}.${device.device.name}`, { keys: [key.path] })
  expect(await ssh(target, ['id -un'])).toMatchObject({ code: 0, stdout: `${other.name}\n` })
})
