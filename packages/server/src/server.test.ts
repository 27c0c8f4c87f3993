import { createClient } from '@sshore/client'
import { expect, test } from 'vitest'
import { startTestServer, testPassword } from './test-server.ts'

test('the link printed at the first start makes the first user, once', async () => {
  await using stack = await startTestServer()
  const { body: before } = await stack.internal.getSetup()
  expect(before.done).toBe(false)
  expect((await stack.anonymous.getInfo()).body.setup).toBe(false)

  const user = { name: 'Ana Lima', email: 'Ana@Example.org', username: 'Ana', password: testPassword }
  const wrong = stack.anonymous.setup({ query: { sign: 'f'.repeat(64) }, body: user })
  await expect(wrong).rejects.toMatchObject({ status: 403, code: 'setup_signature' })

  await stack.anonymous.setup({ query: { sign: before.sign }, body: user })
  const again = stack.anonymous.setup({
    query: { sign: before.sign },
    body: { ...user, username: 'eve', email: 'e@e.org' },
  })
  await expect(again).rejects.toMatchObject({ status: 403, code: 'setup_done' })
  expect((await stack.internal.getSetup()).body).toMatchObject({ done: true, sign: '' })
  expect((await stack.anonymous.getInfo()).body.setup).toBe(true)

  const ana = await stack.signIn('ana@example.ORG')
  expect(ana).toMatchObject({ user: 'ana', email: 'ana@example.org', role: 'owner', max_namespaces: -1 })
  const { body: namespaces } = await ana.client.listNamespaces()
  expect(namespaces).toMatchObject([{ name: 'ana', type: 'personal', settings: { session_record: false } }])
})

test('setup answers wrong fields with the bare list of their names', async () => {
  await using stack = await startTestServer()
  const client = createClient(stack.server.transport)
  const refused = client.setup({
    query: { sign: 'x' },
    body: { name: 'A', email: 'no', username: 'a b c', password: '1' },
  })
  await expect(refused).rejects.toMatchObject({ status: 400, fields: ['name', 'email', 'username', 'password'] })
})
