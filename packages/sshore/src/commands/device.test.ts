// Devices and tags from the command line, beside the server and from afar.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonOf, startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let server: TestInstance
let key = ''

beforeAll(async () => {
  server = held.use(await startTestInstance())
  const { tenantId, client } = await server.signUp('workshop')
  await server.signUp('elsewhere')
  for (const hostname of ['lab-1', 'lab-2', 'shed']) await server.device(tenantId, hostname)
  const body = { name: 'script', expires_at: 30, role: 'administrator' } as const
  key = (await client.createApiKey({ body })).body.id
}, 60_000)
afterAll(() => held.disposeAsync())

const afar = (words: string, secret = key): Promise<Ran> =>
  run(`${words} --server ${server.url}`, { SSHORE_API_KEY: secret })

const beside = (words: string): Promise<unknown> => jsonOf(server.beside(`${words} --json`))
const fromAfar = (words: string): Promise<unknown> => jsonOf(afar(`${words} --json`))

const names = async (words: string): Promise<string[]> =>
  ((await beside(words)) as { name: string }[]).map(({ name }) => name)

it('shows which ones a description means before anything is done to them', async () => {
  expect(await names('device list workshop')).toEqual([])
  expect((await server.beside('device list workshop')).stderr).toMatch(
    /Others wait to be accepted, such as [\w-]+: sshore device list workshop --status pending/,
  )
  expect(await names('device list workshop --status pending')).toEqual(['lab-1', 'lab-2', 'shed'])
  const planned = await beside('device accept workshop --name lab- --dry-run')
  expect(planned).toMatchObject({ dry_run: true, devices: [{ name: 'lab-1' }, { name: 'lab-2' }] })
  expect(await names('device list workshop')).toEqual([])
  expect((await server.beside('device accept workshop --name lab-')).code).toBe(2)
  await beside('device accept workshop --name lab- --yes')
  expect(await names('device list workshop')).toEqual(['lab-1', 'lab-2'])
})

it('takes names or a description, not both and not neither', async () => {
  expect((await server.beside('device remove workshop')).code).toBe(2)
  expect((await server.beside('device remove workshop lab-1 --status accepted --yes')).code).toBe(2)
})

it('tells which of many could not be done, and does the others', async () => {
  const ran = await server.beside('device accept workshop lab-1 nothing')
  expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining('no device nothing') })
})

it('takes in the device whose agent shows a code, however it is typed', async () => {
  const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const info = { id: 'debian', pretty_name: 'Debian', version: '1.0.0', arch: 'x64', platform: 'native' }
  const waiting = { info, hostname: 'porch', identity: { mac: '02:00:00:00:00:99' }, public_key: pem }
  const { code } = (await server.anonymous.startPairing({ body: waiting })).body
  expect(await server.beside('device pair workshop NOPE')).toMatchObject({ code: 2 })
  expect(await server.beside('device pair workshop 22222222 --yes')).toMatchObject({ code: 3 })
  expect(await server.beside(`device pair workshop ${code}`)).toMatchObject({ code: 2 })
  expect(await names('device list workshop --name porch')).toEqual([])
  const typed = `${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`
  expect(await fromAfar(`device pair workshop ${typed} --yes`)).toMatchObject({ name: 'porch', status: 'accepted' })
  expect(await names('device list workshop --name porch')).toEqual(['porch'])
  await beside('device remove workshop porch --yes')
})

it('does the same from afar, with an API key', async () => {
  expect(await fromAfar('device accept workshop shed')).toMatchObject({ devices: [{ name: 'shed' }] })
  expect(await fromAfar('device tag add workshop shed garden solar')).toMatchObject({ tags: ['garden', 'solar'] })
  expect(await fromAfar('device rename workshop shed hut')).toMatchObject({ name: 'hut' })
  expect(await fromAfar('tag list workshop')).toEqual(['garden', 'solar'])
  expect(await names('device list workshop --tag solar')).toEqual(['hut'])
  expect(await fromAfar('stats workshop')).toMatchObject({ registered_devices: 3, pending_devices: 0 })
  expect((await afar('device list workshop')).stdout).toMatch(/^NAME +STATUS[^]*\nhut +accepted/)
})

it('keeps another namespace out of reach of the key, and everything out of reach of a wrong one', async () => {
  expect((await afar('device list elsewhere')).code).toBe(3)
  expect(await names('device list elsewhere')).toEqual([])
  const wrong = await afar('device list workshop', 'nonsense')
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('SSHORE_API_KEY') })
  const nobody = await run(`device list workshop --server ${server.url}`, { HOME: server.folder })
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('sshore login') })
  expect((await run('device list workshop --server ftp://x')).code).toBe(2)
  expect((await run('device list workshop --server http://127.0.0.1:9', { SSHORE_TOKEN: 'x' })).code).toBe(5)
})

it('renames and removes a tag everywhere, and finds a device by the beginning of its uid', async () => {
  await beside('tag rename workshop garden field')
  await beside('tag remove workshop solar --yes')
  const { uid, tags } = (await beside('device show workshop hut')) as { uid: string; tags: string[] }
  expect(tags).toEqual(['field'])
  await beside('device tag set workshop hut one two')
  await beside('device tag remove workshop hut one')
  expect(await beside('tag list workshop')).toEqual(['two'])
  await beside(`device reject workshop ${uid.slice(0, 12)}`)
  expect(await names('device list workshop --status rejected')).toEqual(['hut'])
  await beside(`device remove workshop ${uid} --yes`)
  expect((await server.beside('device show workshop hut')).code).toBe(3)
})

it('tells which of several tags were added before one could not be', async () => {
  await beside('device tag set workshop lab-1 bench')
  const ran = await server.beside('device tag add workshop lab-1 left bench right')
  expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('Done before that: left.') })
  const [lab] = (await beside('device list workshop --name lab-1')) as { tags: string[] }[]
  expect(lab?.tags.toSorted()).toEqual(['bench', 'left'])
  await beside('device tag set workshop lab-1')
})
