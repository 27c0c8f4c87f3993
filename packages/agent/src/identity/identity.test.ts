import { generateKeyPairSync, verify } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyFile, openDeviceKey } from './device-key.ts'
import { findHardwareAddress, keptHardwareAddress } from './hardware-address.ts'
import { defaultStateFolder, openStateFolder } from './state-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sshore-identity-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the state folder', () => {
  test('is made for its owner alone', async () => {
    const { path } = await openStateFolder(join(folder, 'a', 'b'))
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  test('is not used while others may enter it', async () => {
    chmodSync(folder, 0o750)
    await expect(openStateFolder(folder)).rejects.toThrow(`chmod 700 ${folder}`)
  })

  test('replaces files as a whole and leaves no scraps', async () => {
    const state = await openStateFolder(folder)
    await state.replace('note', 'one')
    await state.replace('note', 'two')
    expect(await state.find('note')).toBe('two')
    expect(await state.create('note', 'three')).toBe(false)
    expect(readdirSync(folder)).toEqual(['note'])
    expect(statSync(join(folder, 'note')).mode & 0o777).toBe(0o600)
  })

  test('belongs to the system for root and to the user for others', () => {
    expect(defaultStateFolder({ isRoot: true, home: '/root', xdgStateHome: '/x' })).toBe('/var/lib/sshore-agent')
    expect(defaultStateFolder({ isRoot: false, home: '/home/ann', xdgStateHome: undefined })).toBe(
      '/home/ann/.local/state/sshore-agent',
    )
    expect(defaultStateFolder({ isRoot: false, home: '/home/ann', xdgStateHome: '/x' })).toBe('/x/sshore-agent')
  })
})

describe('the device key', () => {
  test('is the same for agents that start at once, and signs', async () => {
    const state = await openStateFolder(folder)
    const keys = await Promise.all(Array.from({ length: 5 }, () => openDeviceKey(state)))
    const [first] = keys
    expect(new Set(keys.map((key) => key.publicKey)).size).toBe(1)
    const signature = Buffer.from(first?.sign('text') ?? '', 'base64')
    expect(verify(null, Buffer.from('text'), first?.publicKey ?? '', signature)).toBe(true)
  })

  test('of another kind is refused, with what to do', async () => {
    const state = await openStateFolder(folder)
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await state.create(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
    await expect(openDeviceKey(state)).rejects.toThrow('remove it to make this a new device')
  })
})

function add(name: string, type: number, index: number, address: string): void {
  mkdirSync(join(folder, name))
  for (const [file, value] of Object.entries({ type, ifindex: index, address })) {
    writeFileSync(join(folder, name, file), `${value}\n`)
  }
}

test('a device is known by its Ethernet interface of lowest index', async () => {
  add('lo', 772, 1, '00:00:00:00:00:00')
  add('eth1', 1, 7, '02:00:00:00:00:07')
  add('eth0', 1, 3, '02:00:00:00:00:0A')
  add('tunnel', 65_534, 2, '')
  add('empty', 1, 2, '00:00:00:00:00:00')
  expect(await findHardwareAddress(folder)).toBe('02:00:00:00:00:0a')
  expect(await findHardwareAddress(join(folder, 'nothing'))).toBeUndefined()
})

test('a device stays known by the address it had first, also after that interface is gone', async () => {
  const state = await openStateFolder(join(folder, 'state'))
  expect(await keptHardwareAddress(state, folder)).toBeUndefined()
  add('eth1', 1, 7, '02:00:00:00:00:07')
  expect(await keptHardwareAddress(state, folder)).toBe('02:00:00:00:00:07')
  add('eth0', 1, 3, '02:00:00:00:00:03')
  expect(await keptHardwareAddress(state, folder)).toBe('02:00:00:00:00:07')
  expect(await keptHardwareAddress(state, join(folder, 'nothing'))).toBe('02:00:00:00:00:07')
})
