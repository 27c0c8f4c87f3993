import { createHash } from 'node:crypto'
import { editions } from '@sshore/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test-server.ts'
import { metadataOf, startSamlProvider } from './testing/saml-provider.ts'

const verifier = 'a text that this browser keeps for itself'
const challenge = createHash('sha256').update(verifier).digest('base64url')

test('a browser goes there and back over HTTP', async () => {
  await using real = await startTestServer()
  const { port } = await real.server.listen('127.0.0.1', 0)
  await using other = await startSamlProvider(() => metadataOf(real))
  await real.internal.adminSetSaml({ body: { enable: true, idp: { metadata_url: other.metadataUrl } } })
  const { url } = (await real.anonymous.getSamlUrl({ query: { challenge } })).body
  const page = await (await fetch(url)).text()
  const [, response = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? []
  const body = new URLSearchParams({ SAMLResponse: response, RelayState: 'x' })
  const sent = { method: 'POST', body, redirect: 'manual' } as const
  const reply = await fetch(`http://127.0.0.1:${port}/api/user/saml/auth`, sent)
  expect(reply.status).toBe(303)
  const ticket = new URL(reply.headers.get('location') ?? '', other.entityId).searchParams.get('saml') ?? ''
  const { email } = (await real.anonymous.redeemSamlTicket({ body: { ticket, verifier } })).body
  expect(email).toBe('ana@example.com')
})

test('where the edition has no single sign-on, its calls say so, and passwords are taken whatever was set', async () => {
  await using small = await startTestServer({ edition: editions[0] })
  for (const [method, path] of [
    ['GET', '/api/user/saml/auth'],
    ['POST', '/api/user/saml/auth'],
    ['GET', '/api/user/saml/metadata'],
  ]) {
    const { status, text } = await small.server.transport({ method: method ?? '', path: path ?? '', headers: {} })
    expect([path, status, JSON.parse(text)]).toMatchObject([path, 501, { code: 'saml_absent' }])
  }
  await using open = await small.openDatabase()
  await open.database.insertInto('settings').values({ name: 'local_authentication', value: 'false' }).execute()
  await small.signUp('kim')
  expect((await small.anonymous.getInfo()).body.authentication).toEqual({ local: true, saml: false })
})
