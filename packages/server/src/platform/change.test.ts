import { Failure } from '@sshore/contract'
import { expect, test } from 'vitest'
import { changeDevice } from '../features/devices/index.ts'
import type { Fact, HookTypes } from '../hooks.ts'
import { acceptedDevice, secondServices } from '../test-device.ts'
import { startTestServer } from '../test-server.ts'
import { type Actor, serverActor } from './actor.ts'
import { change } from './change.ts'
import { scopeOf } from './scope.ts'

const origin = { address: '203.0.113.9', requestId: 'one', userAgent: '' }

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer())
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const services = undo.use(await secondServices(stack))
  const actor: Actor = { kind: 'user', id: ana.id, username: 'ana', origin }
  const name = async () => (await ana.client.getDevice({ params: { uid } })).body.name
  const resources = undo.move()
  return {
    services,
    actor,
    uid,
    scope: scopeOf(ana.tenantId),
    name,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

test('whoever listens learns who did what, in which namespace, before and after, within the transaction', async () => {
  await using at = await world()
  const heard: { who: Actor; tenant: string | undefined; fact: Fact }[] = []
  const listen: HookTypes['changed'] = async ({ actor, scope, fact, database }) => {
    expect(database.isTransaction).toBe(true)
    heard.push({ who: actor, tenant: scope?.tenantId, fact })
  }
  at.services.hooks.add('changed', listen)
  await change(at.services, at.actor, at.scope, (inside) => changeDevice(inside, at.uid, { name: 'roof' }))
  await change(at.services, serverActor, at.scope, (inside) => changeDevice(inside, at.uid, { name: 'roof' }))
  expect(heard).toEqual([
    {
      who: at.actor,
      tenant: at.scope.tenantId,
      fact: {
        what: 'device.update',
        target: { kind: 'device', id: at.uid, name: 'roof' },
        before: { name: 'lab-pi', public_url: false },
        after: { name: 'roof', public_url: false },
      },
    },
  ])
})

test('who listens can refuse a change, and then it has not been', async () => {
  await using at = await world()
  at.services.hooks.add('changed', async () => {
    throw new Failure('forbidden')
  })
  const refused = change(at.services, at.actor, at.scope, (inside) => changeDevice(inside, at.uid, { name: 'roof' }))
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
  expect(await at.name()).toBe('lab-pi')
})

test('what is asked for afterwards runs after the commit, and not at all when it fails', async () => {
  await using at = await world()
  const ran: string[] = []
  await change(at.services, at.actor, at.scope, async ({ afterCommit }) => {
    afterCommit(() => ran.push('after'))
    ran.push('inside')
  })
  const failing = change(at.services, at.actor, at.scope, async ({ afterCommit }) => {
    afterCommit(() => ran.push('never'))
    throw new Failure('forbidden')
  })
  await expect(failing).rejects.toMatchObject({ code: 'forbidden' })
  expect(ran).toEqual(['inside', 'after'])
})
