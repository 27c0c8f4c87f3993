import { statSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonOf, startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let server: TestInstance
beforeAll(async () => {
  server = held.use(await startTestInstance())
  await server.signUp('ana')
  await server.internal.createNamespaceFor({ body: { name: 'second', owner: 'ana' } })
}, 60_000)
afterAll(() => held.disposeAsync())

const asAna = (words: string, input?: string): Promise<Ran> =>
  run(`${words} --server ${server.url}`, { XDG_CONFIG_HOME: server.folder }, input)
const signIn = (password: string): Promise<Ran> =>
  run(`login ${server.url} --username ana --password-stdin --json`, { XDG_CONFIG_HOME: server.folder }, `${password}\n`)

it('keeps a token that nobody else can read', async () => {
  expect((await signIn('wrong-1')).code).toBe(1)
  const { file } = (await jsonOf(signIn('secret-1'))) as { file: string }
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('acts in any namespace of the user, as the user', async () => {
  for (const name of ['ana', 'second']) {
    expect((await asAna(`device list ${name}`)).code).toBe(0)
    expect((await asAna(`namespace set ${name} --announcement hello`)).code).toBe(0)
  }
  const made = await jsonOf(asAna('api-key create second deploy --role operator --json'))
  expect(made).toMatchObject({ name: 'deploy', role: 'operator' })
  expect(await jsonOf(asAna('api-key list second --json'))).toMatchObject([{ name: 'deploy' }])
  expect(await jsonOf(asAna('api-key list ana --json'))).toEqual([])
  expect((await asAna('api-key remove second deploy --yes')).code).toBe(0)
  expect((await asAna('namespace set ana --max-devices 9')).code).toBe(2)
  expect(await jsonOf(asAna('namespace list --json'))).toMatchObject([{ name: 'ana' }, { name: 'second' }])
})

it('manages members by their e-mail addresses', async () => {
  await server.signUp('bob')
  await jsonOf(asAna('member add ana bob@example.org --role operator --json'))
  const roles = (await jsonOf(asAna('member role ana bob@example.org observer --json'))) as { role: string }[]
  expect(roles.map(({ role }) => role)).toEqual(['owner', 'observer'])
  expect(await jsonOf(asAna('member remove ana bob@example.org --yes --json'))).toHaveLength(1)
  expect((await asAna('member remove ana bob@example.org --yes')).code).toBe(3)
})

it('is forgotten by signing out, everywhere when told so', async () => {
  const token = JSON.parse(await readLogin()) as { servers: Record<string, { token: string }> }
  const old = token.servers[server.url]?.token ?? ''
  expect((await run('logout --everywhere', { XDG_CONFIG_HOME: server.folder })).code).toBe(0)
  expect((await asAna('device list ana')).stderr).toContain('Nobody is signed in')
  const ended = await run(`device list ana --server ${server.url}`, { SSHORE_TOKEN: old })
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('SSHORE_TOKEN') })
  expect((await run('logout', { XDG_CONFIG_HOME: server.folder })).code).toBe(3)
})

async function readLogin(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(`${server.folder}/sshore/logins.json`, 'utf8')
}
