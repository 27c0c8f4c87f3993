import { describe, expect, it } from 'vitest'
import { deviceUidSource } from './brands.ts'
import { contract, endpoints } from './contract.ts'
import { editions, features, featuresOf } from './editions.ts'
import { impliedErrors } from './endpoint.ts'
import { errors, Failure } from './errors.ts'
import { hasAuthorityOver, hasPermission, permissions, roles } from './roles.ts'

describe('the list of endpoints', () => {
  it('files every endpoint under its own id', () => {
    for (const [id, e] of Object.entries(contract)) expect(e.id).toBe(id)
  })

  it('serves no method and path twice, aliases included', () => {
    const keys = endpoints.flatMap((e) =>
      [e.path, ...(e.aliases ?? [])].map((path) => `${e.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    )
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it.each(endpoints.map((e) => [e.id, e] as const))('%s declares a schema for each parameter of its path', (_, e) => {
    for (const path of [e.path, ...(e.aliases ?? [])]) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(Object.keys(e.params?.properties ?? {}).toSorted()).toEqual(named.toSorted())
    }
  })

  it('keeps internal calls under /internal, and nothing else there', () => {
    for (const e of endpoints) expect(e.path.startsWith('/internal/'), e.id).toBe(e.access.kind === 'internal')
  })

  it('lists no failure twice for a call', () => {
    for (const e of endpoints) expect(new Set(e.errors).size, e.id).toBe(e.errors.length)
  })

  it('derives the failures of credentials from who may call', () => {
    expect(impliedErrors(contract.getInfo)).not.toContain('unauthenticated')
    expect(impliedErrors(contract.removeDevice)).toEqual(
      expect.arrayContaining(['unauthenticated', 'forbidden', 'namespace_required', 'invalid_input']),
    )
    expect(impliedErrors(contract.createNamespace)).toContain('api_key_not_allowed')
  })
})

describe('the edition table', () => {
  it('keeps the order of the table', () => {
    const all = Object.keys(features)
    const some = featuresOf(editions[0])
    expect(some).toEqual(all.filter((feature) => (some as string[]).includes(feature)))
  })
})

describe('failures', () => {
  it('carries the sentence of the catalogue unless it is given a better one', () => {
    expect(new Failure('device_not_found').message).toBe(errors.device_not_found.message)
    expect(new Failure('device_not_found', { message: 'Gone' }).message).toBe('Gone')
  })
})

describe('roles', () => {
  it('gives a role everything that the roles below it have', () => {
    for (const permission of Object.keys(permissions) as (keyof typeof permissions)[]) {
      const holders = roles.filter((role) => hasPermission(role, permission))
      expect(holders).toEqual(roles.slice(roles.indexOf(permissions[permission])))
    }
  })

  it('gives nobody authority over the owner', () => {
    for (const role of roles) expect(hasAuthorityOver(role, 'owner')).toBe(false)
  })

  it('lets equals manage equals, and nobody those above', () => {
    expect(hasAuthorityOver('administrator', 'administrator')).toBe(true)
    expect(hasAuthorityOver('operator', 'administrator')).toBe(false)
    expect(hasAuthorityOver('owner', 'observer')).toBe(true)
  })
})

describe('what the uid of a device is the hash of', () => {
  it('is the byte string that agents in the field hash, raw and without spaces', () => {
    expect(deviceUidSource('02:42:ac:11:00:05', 'example\nkey', '11111111-2222-4333-8444-555555555555')).toBe(
      '{Identity:{MAC:"02:42:ac:11:00:05"},PublicKey:"example\nkey",TenantID:"11111111-2222-4333-8444-555555555555"}',
    )
  })
})
