import { expect, it, test } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'
import { inPresentWords } from './former-words.ts'

it.each([
  ['add-user ada secret ada@example.org', 'user create ada secret ada@example.org'],
  ['reset-user-password ada secret', 'user password ada secret'],
  ['add-namespace attic ada', 'namespace create attic ada'],
  ['namespace member add ada attic operator --json', 'member add attic ada --role operator --json'],
  ['del-user-namespace ada attic', 'member remove attic ada'],
])('reads "%s" as "%s"', (former, present) => {
  expect(inPresentWords(former.split(' '))?.join(' ')).toBe(present)
})

it.each(['user create ada', 'namespace list', 'constructor', ''])('leaves "%s" as it is', (words) => {
  expect(inPresentWords(words.split(' '))).toBeUndefined()
})

test('older scripts go on doing what they did, and new words end lockouts, set quotas and give namespaces away', async () => {
  await using server = await startTestInstance()
  const { beside } = server
  await server.signUp('ana')
  const made = await beside('add-user grace secret-2 grace@example.org')
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('sshore user create') })
  expect(made.stderr).not.toContain('secret-2')
  expect((await beside('namespace create attic grace')).code).toBe(0)
  expect((await beside('namespace member add ana attic operator')).code).toBe(0)
  const members = await jsonOf(beside('member list attic --json'))
  expect(members).toMatchObject([{ username: 'grace' }, { username: 'ana', role: 'operator' }])
  expect((await beside('reset-user-password grace secret-3')).code).toBe(0)

  const attempt = (password: string) => server.anonymous.login({ body: { username: 'grace', password } })
  await attempt('secret-3')
  for (const password of ['wrong', 'wrong', 'wrong']) await attempt(password).catch(() => undefined)
  await expect(attempt('secret-3')).rejects.toMatchObject({ code: 'account_locked' })
  expect(await jsonOf(beside('user unlock grace --json'))).toEqual({ cleared: 1 })
  await attempt('secret-3')

  expect(await jsonOf(beside('user quota grace 2 --json'))).toMatchObject({ max_namespaces: 2 })
  expect((await beside('user quota grace many')).code).toBe(2)
  expect((await beside('namespace set attic --owner ana')).code).toBe(2)
  const given = await jsonOf(beside('namespace set attic --owner ana --max-devices 9 --yes --json'))
  expect(given).toMatchObject({ max_devices: 9 })
  expect(await jsonOf(beside('member role attic grace observer --json'))).toMatchObject([
    { username: 'grace', role: 'observer' },
    { username: 'ana', role: 'owner' },
  ])
  expect((await beside('del-namespace attic --yes')).code).toBe(0)
})
