// How people sign in, announcements and administrators, from the command line beside a server that runs.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editions } from '@sshore/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonOf, startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const publicUrl = 'https://hub.example.org'
/** Of no provider; what is in it is looked at, and nothing is checked against it. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBqTCCARKgAwIBAgIQeFkWb/yO6u0i2/D9nQCcOTANBgkqhkiG9w0BAQsFADAT
MREwDwYDVQQDDAhwcm92aWRlcjAeFw0yNjAxMDEwMDAwMDBaFw0zNTEyMzAwMDAw
MDBaMBMxETAPBgNVBAMMCHByb3ZpZGVyMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB
iQKBgQDuAF21zr8WCIkZ70CEwAw7Eb71RZQOuAYE5Q8hoXbqGSdM/OdATSgjdzwt
Go8RhZsIMcC44aPH1O4ckPeuaTlk8+0V29T4Y8Thr/17KusuCEDPA+6ekXuGNcsT
stffDnU6uPUU8Geu2r5KCWf7E5PPiXs8e5X6woaVJCoutDFlDwIDAQABMA0GCSqG
SIb3DQEBCwUAA4GBANsgDOUUySV6iDiTSn5aJzstQwLykw8oXJWzEnygSdfGq5Jq
pzBXVBzDRcRRc4mMNatIfxuQL1jgGPcWsjvC/H5SFL1H6QgnodKcr/fw3WG+hUXz
lYIPXr6lLupXqJDHaTMmiUrOl1jpootPssbSNBMoR5wuXUFlWNCtB/fsgOaX
-----END CERTIFICATE-----
`

const held = new AsyncDisposableStack()
let server: TestInstance
let folder = ''
let environment: Record<string, string> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
  held.defer(() => rm(folder, { recursive: true }))
  environment = {
    SSHORE_DATA_DIR: join(folder, 'data'),
    SSHORE_EDITION: editions[1],
    SSHORE_PUBLIC_URL: publicUrl,
  }
  server = held.use(await startTestInstance(environment))
})
afterAll(() => held.disposeAsync())

const command = (...words: string[]): Promise<Ran> => run(words.join(' '), environment)
const json = (words: string): Promise<unknown> => jsonOf(run(`${words} --json`, environment))

it('names an identity provider by hand, and switches it and passwords on and off', async () => {
  expect(await json('authentication show')).toMatchObject({
    local: { enabled: true },
    saml: { enabled: false, idp: null },
  })
  expect(await command('authentication saml on')).toMatchObject({ code: 4, stderr: expect.stringMatching(/metadata/) })
  const file = join(folder, 'idp.pem')
  await writeFile(file, certificate)
  const words = `--entity-id https://idp.example.com --signon-url https://idp.example.com/sso --certificate ${file}`
  await json(`authentication provider ${words} --email-attribute mail --sign-requests on`)
  expect(await json('authentication saml on')).toMatchObject({
    saml: {
      enabled: true,
      metadata_url: `${publicUrl}/api/user/saml/metadata`,
      idp: { entity_id: 'https://idp.example.com', mappings: { email: 'mail', name: '' } },
      sp: { sign_requests: true },
    },
  })
  const challenge = createHash('sha256').update('x').digest('base64url')
  const { url } = (await server.anonymous.getSamlUrl({ query: { challenge } })).body
  expect(url).toMatch(/^https:\/\/idp\.example\.com\/sso\?SAMLRequest=.*Signature=/)
  await json('authentication local off')
  expect(await command('authentication saml off')).toMatchObject({ code: 4 })
  expect((await command('authentication show')).stdout).toMatch(/Passwords: +off\nSingle sign-on: +on\n/)
  await json('authentication local on')
})

it('makes a user an administrator of the server, and links them to the provider', async () => {
  await jsonOf(run('user create ada --email ada@example.com --password-stdin --json', environment, 'secret-1\n'))
  expect(await json('user administrator ada on')).toMatchObject({ username: 'ada', administrator: true })
  const { token } = (await server.anonymous.adminLogin({ body: { username: 'ada', password: 'secret-1' } })).body
  expect(token).not.toBe('')
  await json('authentication link ada ada@example.com')
  expect(await json('authentication unlink ada')).toMatchObject([{ name_id: 'ada@example.com' }])
  expect(await command('authentication link nobody x')).toMatchObject({ code: 3 })
  await json('user administrator ada off')
  const login = server.anonymous.adminLogin({ body: { username: 'ada', password: 'secret-1' } })
  await expect(login).rejects.toMatchObject({ code: 'not_administrator' })
})

it('announces, changes and takes back', async () => {
  const { uuid } = (await json('announcement create Maintenance --text soon')) as { uuid: string }
  expect((await server.anonymous.listAnnouncements()).body).toMatchObject([{ uuid, title: 'Maintenance' }])
  expect((await command('announcement list')).stdout).toMatch(/own +Maintenance/)
  await json(`announcement edit ${uuid.slice(0, 8)} --title Later`)
  expect(await json(`announcement show ${uuid.slice(0, 8)}`)).toMatchObject({ title: 'Later', content: 'soon' })
  await json(`announcement remove ${uuid} --yes`)
  expect(await command('announcement show', uuid)).toMatchObject({ code: 3 })
})
