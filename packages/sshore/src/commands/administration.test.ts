// Users, namespaces and members from the command line: on the data itself, and then beside a server that runs on it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonOf, startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let dataDir = ''
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
  held.defer(() => rm(folder, { recursive: true }))
  dataDir = join(folder, 'data')
})
afterAll(() => held.disposeAsync())

const command = (words: string, stdin?: string): Promise<Ran> => run(words, { SSHORE_DATA_DIR: dataDir }, stdin)
const json = (words: string, stdin?: string): Promise<unknown> => jsonOf(command(`${words} --json`, stdin))

interface Failed {
  readonly exit: number
  readonly code: string
  readonly message: string
  readonly fields?: readonly string[]
}

async function failure(words: string, stdin?: string): Promise<Failed> {
  const ran = await command(`${words} --json`, stdin)
  const { error } = JSON.parse(ran.stdout) as { error: Omit<Failed, 'exit'> }
  return { exit: ran.code, ...error }
}

describe('administration on a new folder, without a server', () => {
  it('takes a folder without data for a mistake', async () => {
    expect(await failure('user list')).toMatchObject({ exit: 3, code: 'no_data' })
    expect(await command('user list')).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/^error: /) })
  })

  it('shows the setup link, and the same one again', async () => {
    const first = (await json('setup')) as { done: boolean; link: string }
    expect(first).toEqual({
      done: false,
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/setup\?sign=[0-9a-f]{64}$/),
    })
    expect(await json('setup')).toEqual(first)
  })

  it('does without the database of positions', async () => {
    await writeFile(join(dataDir, 'damaged.mmdb'), 'no such database')
    const geo = { SSHORE_DATA_DIR: dataDir, SSHORE_GEO_DATABASE: join(dataDir, 'damaged.mmdb') }
    expect(await run('user list', geo)).toMatchObject({ code: 0, stderr: '' })
  })

  it('sets the server up, once', async () => {
    const words = 'setup --username ada --email ada@example.com --name Ada --password-stdin'
    expect(await json(words, 'secret-1\n')).toMatchObject({ done: true, username: 'ada', namespace: 'ada' })
    expect(await json('setup')).toEqual({ done: true })
    expect(await failure(words, 'secret-1\n')).toMatchObject({ exit: 4, code: 'setup_done' })
  })
})

describe('administration beside a server that runs, in order', () => {
  let server: TestInstance
  beforeAll(async () => {
    server = held.use(await startTestInstance({ SSHORE_DATA_DIR: dataDir }))
  }, 60_000)

  it('creates and lists users, and refuses a name that is taken', async () => {
    const words = 'user create grace --email grace@example.com --password-stdin'
    expect(await json(words, 'secret-2')).toMatchObject({ username: 'grace', status: 'confirmed' })
    expect(await failure(words, 'secret-2')).toMatchObject({
      exit: 4,
      code: 'user_exists',
      fields: ['username', 'email'],
    })
    expect(await json('user list')).toMatchObject([{ username: 'ada' }, { username: 'grace' }])
  })

  it('names what is wrong with the input', async () => {
    const refused = await failure('user create x --email nowhere --password-stdin', 'abc')
    expect(refused).toMatchObject({ exit: 2, code: 'invalid_input' })
    expect(refused.fields?.toSorted()).toEqual(['email', 'password', 'username'])
  })

  it('does not take a password from the command line, nor ask without a terminal', async () => {
    expect(await failure('user password grace')).toMatchObject({ exit: 2, code: 'no_terminal' })
    expect((await command('user password grace --password secret')).code).toBe(2)
    expect(await failure('user password grace --password-stdin', '')).toMatchObject({ exit: 2, code: 'no_password' })
  })

  it('keeps namespaces and their members', async () => {
    expect(await json('namespace create workshop --owner grace')).toMatchObject({ name: 'workshop', type: 'team' })
    expect(await failure('namespace create workshop --owner grace')).toMatchObject({
      exit: 4,
      code: 'namespace_name_taken',
    })
    expect(await failure('namespace create other --owner nobody')).toMatchObject({ exit: 3, code: 'user_not_found' })
    await json('member add workshop ada --role operator')
    expect(await json('member list workshop')).toMatchObject([
      { username: 'grace', role: 'owner' },
      { username: 'ada', role: 'operator' },
    ])
    expect(await failure('member add workshop ada')).toMatchObject({ exit: 4, code: 'member_exists' })
    expect((await command('member add workshop ada --role king')).code).toBe(2)
    await json('member remove workshop ada --yes')
    expect(await json('member list workshop')).toHaveLength(1)
  })

  it('switches kinds of forwarding off and on', async () => {
    expect(await json('namespace set workshop --allow-agent-forwarding off')).toMatchObject({
      settings: { allow_agent_forwarding: false, allow_local_forwarding: true },
    })
    expect(await json('namespace set workshop --allow-agent-forwarding on')).toMatchObject({
      settings: { allow_agent_forwarding: true },
    })
    expect(await failure('namespace set workshop')).toMatchObject({ exit: 2, code: 'invalid_input' })
    expect(await failure('namespace set nowhere --allow-local-forwarding off')).toMatchObject({ exit: 3 })
  })

  it('deletes only what it was told to for sure', async () => {
    expect(await failure('user delete grace')).toMatchObject({ exit: 2, code: 'not_confirmed' })
    expect(await failure('user delete grace --yes')).toMatchObject({ exit: 4, code: 'user_owns_namespaces' })
    await json('namespace delete workshop --yes')
    await json('user delete grace --yes')
    expect(await failure('user delete grace --yes')).toMatchObject({ exit: 3, code: 'user_not_found' })
    expect(await json('namespace list')).toMatchObject([{ name: 'ada' }])
  })

  it('goes through the server, so that a new password ends old tokens at once', async () => {
    const login = async (password: string) =>
      (await server.anonymous.login({ body: { username: 'ada', password } })).body.token
    const ada = server.as(await login('secret-1'))
    expect((await ada.listNamespaces({})).body).toHaveLength(1)
    await json('user password ada --password-stdin', 'secret-new')
    await expect(ada.listNamespaces({})).rejects.toMatchObject({ status: 401 })
    await expect(login('secret-1')).rejects.toMatchObject({ status: 401 })
    await login('secret-new')
  })

  it('answers sshore info, which tells when nobody is there', async () => {
    const port = new URL(server.url).port
    expect(await json(`info --http-port ${port}`)).toMatchObject({ setup: true, authentication: { local: true } })
    expect(await failure('info --server http://127.0.0.1:9')).toMatchObject({ exit: 5, code: 'unreachable' })
  })
})
