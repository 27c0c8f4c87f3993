// Every refusal tells the person in the terminal what is wrong and what to do.
import { type SeededNamespace, ssh, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()

async function said(user: string, keys: readonly string[] = one.device.target().keys ?? []): Promise<string> {
  const ran = await ssh(one.stack.target(user, { keys }), ['echo in'])
  expect(ran).toMatchObject({ code: 255, stdout: '' })
  return ran.stderr
}

const namespaceName = (): string => one.namespace.name

describe('an address', () => {
  it('without a device is answered with the form to use', async () => {
    expect(await said('root')).toMatch(/@.*\./)
  })

  it('with a misspelt namespace is answered with the one that was meant', async () => {
    const misspelt = `${namespaceName().slice(0, -1)}x`
    const text = await said(`root@${misspelt}.${one.device.device.name}`)
    expect(text).toContain(misspelt)
    expect(text).toMatch(/namespace/i)
  })

  it('with a misspelt device is answered with the one that was meant', async () => {
    const { name } = one.device.device
    const text = await said(`root@${namespaceName()}.${name}x`)
    expect(text).toMatch(/did you mean/i)
    expect(text).toContain(`${namespaceName()}.${name}`)
  })
})

describe('a device', () => {
  const addressOf = (namespace: SeededNamespace, name: string): string => `root@${namespace.name}.${name}`

  it('that nobody has accepted yet says so, and where to accept it', async () => {
    const { device } = await one.stack.startAgent(one.namespace, { hostname: 'waiting' })
    expect(await said(addressOf(one.namespace, device.name))).toMatch(/accept/i)
  })

  it('that was rejected says so', async () => {
    const { device } = await one.stack.startAgent(one.namespace, { hostname: 'rejected' })
    await one.namespace.owner.client.setDeviceStatus({ params: { uid: device.uid, status: 'reject' } })
    expect(await said(addressOf(one.namespace, device.name))).toMatch(/reject/i)
  })

  it('that is offline says since when', async () => {
    await using device = await one.stack.addDevice(one.namespace, { hostname: 'gone' })
    const target = device.target()
    expect((await ssh(target, ['true'])).code).toBe(0)
    await device.agent[Symbol.asyncDispose]()
    const { client } = one.namespace.owner
    await until('the device is offline', async () => {
      return !(await client.getDevice({ params: { uid: device.uid } })).body.online
    })
    const ran = await ssh(target, ['true'])
    expect(ran.code).toBe(255)
    expect(ran.stderr).toMatch(/offline/i)
    expect(ran.stderr).toMatch(/ago|since|last seen/i)
    expect(ran.stderr).toMatch(new RegExp(String(new Date().getUTCFullYear())))
  })
})

describe('a key', () => {
  it('that is not registered is told apart from a wrong address', async () => {
    const key = await one.stack.newKey()
    const text = await said(`root@${namespaceName()}.${one.device.device.name}`, [key.path])
    expect(text).toMatch(/Permission denied/)
    expect(text).toMatch(/key/i)
  })

  it('that is too short says so', async () => {
    const key = await one.stack.newKey('rsa', 1024)
    const target = one.stack.target(`root@${namespaceName()}.${one.device.device.name}`, {
      keys: [key.path],
      options: ['-o', 'RequiredRSASize=1024'],
    })
    const ran = await ssh(target, ['true'])
    expect(ran.code).toBe(255)
    expect(ran.stderr).toMatch(/2048/)
  })
})
