import { createHash } from 'node:crypto'
import { ApiError } from '@sshore/client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Claims, metadataOf, type SamlProvider, startSamlProvider } from './testing/saml-provider.ts'
import { startTestServer, type TestServer, testPassword } from '../../test-server.ts'

const verifier = 'a text that this browser keeps for itself'
const challenge = createHash('sha256').update(verifier).digest('base64url')

let stack: TestServer
const told: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void told.push(String(JSON.parse(line).reason)) })
let provider: SamlProvider
const opened = new AsyncDisposableStack()

beforeAll(async () => {
  stack = opened.use(await startTestServer({ log }))
  provider = opened.use(await startSamlProvider(() => metadataOf(stack)))
  await stack.internal.adminSetSaml({ body: { enable: true, idp: { metadata_url: provider.metadataUrl } } })
})
afterAll(() => opened.disposeAsync())

const begin = async (query = { challenge }): Promise<string> => (await stack.anonymous.getSamlUrl({ query })).body.url

/** Posts a response as a browser does, and returns the page that it is sent to. */
async function post(response: string): Promise<URLSearchParams> {
  const { status, header, text } = await stack.server.transport({
    method: 'POST',
    path: '/api/user/saml/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLResponse: response }).toString(),
  })
  expect([status, text]).toEqual([303, ''])
  const page = new URL(header('location') ?? '', 'http://hub.example.org')
  expect(page.pathname).toBe('/login')
  return page.searchParams
}

const come = async (claims: Claims = {}): Promise<URLSearchParams> => post(await provider.answer(await begin(), claims))

const redeem = async (ticket: string | null, given: string | undefined = verifier) =>
  (await stack.anonymous.redeemSamlTicket({ body: { ticket: ticket ?? '', verifier: given } })).body

/** Who nobody has seen before. */
let people = 0
const somebody = (): Required<Pick<Claims, 'nameId' | 'email' | 'name'>> => {
  people += 1
  return { nameId: `subject-${people}-${Date.now()}`, email: `person${people}@example.com`, name: `Person ${people}` }
}

/** Why it was not accepted, from the server's log. */
async function refused(response: string): Promise<string> {
  expect(Object.fromEntries(await post(response))).toEqual({ saml_error: 'saml_refused' })
  return told.at(-1) ?? ''
}

test('somebody new gets an account, and comes back to it', async () => {
  const claims = somebody()
  const first = await redeem((await come(claims)).get('saml'))
  expect(first).toMatchObject({ email: claims.email, name: claims.name, origin: 'SAML', auth_methods: ['saml'] })
  const again = await redeem((await come({ ...claims, email: 'moved@example.com' })).get('saml'))
  expect(again).toMatchObject({ id: first.id, email: claims.email })
  expect((await stack.as(first.token).getAuthUser()).body.id).toBe(first.id)
  // There is no password that would open it.
  await expect(stack.anonymous.login({ body: { username: claims.email, password: 'anything' } })).rejects.toMatchObject(
    {
      code: 'invalid_credentials',
    },
  )
})

test('who would have a name that is taken gets another one', async () => {
  const one = await redeem((await come({ ...somebody(), email: 'same@one.example' })).get('saml'))
  const two = await redeem((await come({ ...somebody(), email: 'same@two.example' })).get('saml'))
  expect([one.user, two.user]).toEqual(['same', 'same2'])
})

test('a response that is signed as a whole is as good as one with a signed assertion', async () => {
  expect((await come({ ...somebody(), sign: 'response' })).has('saml')).toBe(true)
})

test('a ticket is good once, for two minutes, and in the browser that began', async () => {
  const ticket = (await come(somebody())).get('saml')
  await expect(redeem(ticket, 'another browser')).rejects.toMatchObject({ status: 401, code: 'saml_ticket' })
  await expect(redeem(ticket, '')).rejects.toMatchObject({ status: 400 })
  await redeem(ticket)
  await expect(redeem(ticket)).rejects.toMatchObject({ code: 'saml_ticket' })
  const late = (await come(somebody())).get('saml')
  stack.clock.advance(121_000)
  await expect(redeem(late)).rejects.toMatchObject({ code: 'saml_ticket' })
})

test('an account that is there is not given to who has its address: its owner proves it first', async () => {
  const { client, id, email } = await stack.signUp('grace')
  const claims = { ...somebody(), email }
  const ticket = (await come(claims)).get('saml_link') ?? ''
  expect(ticket).not.toBe('')
  // Not a ticket to sign in with, and nobody else's.
  await expect(redeem(ticket)).rejects.toMatchObject({ code: 'saml_ticket' })
  const wrong = client.linkSamlIdentity({ body: { ticket, verifier, password: 'a guess' } })
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_current_password' })
  const foreign = client.linkSamlIdentity({ body: { ticket, verifier: 'other', password: testPassword } })
  await expect(foreign).rejects.toMatchObject({ code: 'saml_ticket' })
  expect((await come(claims)).has('saml_link')).toBe(true)
  await client.linkSamlIdentity({ body: { ticket, verifier, password: testPassword } })
  const signedIn = await redeem((await come(claims)).get('saml'))
  expect(signedIn).toMatchObject({ id, auth_methods: ['local', 'saml'], origin: 'local' })
  // Once linked it cannot be somebody else's as well.
  const heidi = await stack.signUp('heidi')
  const again = heidi.client.linkSamlIdentity({ body: { ticket, verifier, password: testPassword } })
  await expect(again).rejects.toMatchObject({ code: 'saml_ticket' })
  const byHand = stack.internal.adminLinkSaml({ params: { id: heidi.id }, body: { name_id: claims.nameId } })
  await expect(byHand).rejects.toMatchObject({ status: 409, code: 'saml_identity_taken' })
})

test('an administrator links and unlinks somebody who has no password to prove it with', async () => {
  const { id, client } = await stack.signUp('ivan')
  const { nameId } = somebody()
  await stack.internal.adminLinkSaml({ params: { id }, body: { name_id: nameId } })
  expect(await redeem((await come({ nameId })).get('saml'))).toMatchObject({ id })
  const { body } = await stack.internal.adminListSamlIdentities({ params: { id } })
  expect(body).toMatchObject([{ entity_id: provider.entityId, name_id: nameId }])
  await stack.internal.adminUnlinkSaml({ params: { id } })
  await expect(client.getAuthUser()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await stack.internal.adminListSamlIdentities({ params: { id } })).body).toEqual([])
})

test('a response is good once, and its assertion with another request neither', async () => {
  const response = await provider.answer(await begin(), somebody())
  expect((await post(response)).has('saml')).toBe(true)
  expect(await refused(response)).toBe('it was used before')
})

test('what was used is known after a start of the server, and by every other one on its database', async () => {
  const response = await provider.answer(await begin(), somebody())
  expect((await post(response)).has('saml')).toBe(true)
  await using open = await stack.openDatabase()
  const spent = await open.database.selectFrom('saml_spent').select('digest').execute()
  expect(spent.length).toBeGreaterThan(1)
  expect((await post(response)).get('saml_error')).toBe('saml_refused')
})

test.each([
  ['for another audience', { audience: 'https://other.example.org/metadata' }, /audience/],
  ['for another recipient', { recipient: 'https://other.example.org/saml' }, /another recipient/],
  [
    'from another provider',
    { issuer: 'https://idp.example.org/other' },
    /comes from https:\/\/idp\.example\.org\/other/,
  ],
  ['that has expired', { notOnOrAfter: new Date(Date.now() - 600_000) }, /subject confirmation|expired/],
  ['that is not good yet', { notBefore: new Date(Date.now() + 600_000) }, /not yet valid/],
  ['that answers no request', { inResponseTo: '' }, /answers no request/],
  ['that answers a request of somebody else', { inResponseTo: 's1.AAAA' }, /no request of this server/],
  [
    'about somebody without a lasting name',
    { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    /transient/,
  ],
  [
    'that is signed with SHA-1',
    { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    /algorithm that is not accepted/,
  ],
] as const)('an assertion %s is refused, and the log says why', async (_, claims, reason) => {
  expect(await refused(await provider.answer(await begin(), { ...somebody(), ...claims }))).toMatch(reason)
})

const opened64 = (base64: string): string => Buffer.from(base64, 'base64').toString()
const closed64 = (xml: string): string => Buffer.from(xml).toString('base64')
const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/
const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/

test('a response without a signature is refused', async () => {
  const xml = opened64(await provider.answer(await begin(), somebody()))
  expect(xml).toMatch(signature)
  expect(await refused(closed64(xml.replace(signature, '')))).toMatch(/signature/i)
})

test('a response with a changed word is refused', async () => {
  const claims = somebody()
  const xml = opened64(await provider.answer(await begin(), claims))
  expect(await refused(closed64(xml.replace(claims.email, 'boss@example.com')))).toMatch(/signature/i)
})

test.each([
  [
    'the signed assertion is moved aside, and another stands in its place',
    (xml: string, evil: string) =>
      xml.replace(assertion, (good) => `${evil}<samlp:Extensions>${good}</samlp:Extensions>`),
  ],
  [
    'another assertion stands before the signed one',
    (xml: string, evil: string) => xml.replace(assertion, (good) => evil + good),
  ],
  [
    'another assertion stands after the signed one',
    (xml: string, evil: string) => xml.replace(assertion, (good) => good + evil),
  ],
  [
    'another assertion with the same identifier wraps the signed one',
    (xml: string, evil: string) =>
      xml.replace(assertion, (good) => evil.replace('</saml:Issuer>', `</saml:Issuer>${good}`)),
  ],
  [
    'the signature points into a copy within itself',
    (xml: string, evil: string) =>
      xml.replace(assertion, (good) =>
        evil.replace(
          '</saml:Issuer>',
          () =>
            `</saml:Issuer>${(signature.exec(good)?.[0] ?? '').replace('</ds:Signature>', () => `<ds:Object>${good.replace(signature, '')}</ds:Object></ds:Signature>`)}`,
        ),
      ),
  ],
])('a forged response is refused: %s', async (_, wrap) => {
  const claims = somebody()
  const xml = opened64(await provider.answer(await begin(), claims))
  const good = assertion.exec(xml)?.[0] ?? ''
  const evil = good
    .replace(signature, '')
    .replaceAll(claims.nameId, 'the-boss')
    .replace(claims.email, 'boss@example.com')
  expect(await refused(closed64(wrap(xml, evil)))).not.toBe('')
  const { body: users } = await stack.internal.listUsers({ query: { per_page: 100 } })
  expect(users.map(({ email }) => email)).not.toContain('boss@example.com')
})

test('a comment within a name does not cut it short', async () => {
  const mail = 'boss@example.org<!-- -->.evil.example'
  const attributes = `<saml:Attribute Name="mail"><saml:AttributeValue>${mail}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="cn"><saml:AttributeValue>Boss</saml:AttributeValue></saml:Attribute>`
  const ticket = (await come({ ...somebody(), attributes })).get('saml')
  expect((await redeem(ticket)).email).toBe('boss@example.org.evil.example')
})

test.each([
  ['no base64', '<x/>', 'it is not base64'],
  ['no XML', closed64('nothing'), /./],
  ['a document type', closed64('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), 'it has a document type'],
  ['XML with more in it than anybody needs', closed64(`<r>${'<a/>'.repeat(40_000)}</r>`), /2000 tags/],
  ['XML as deep as fits', closed64('<a>'.repeat(1999)), /./],
])('what is %s is refused and harms nobody', async (_, response, reason) => {
  expect(await refused(response)).toMatch(reason)
})

test('a browser whose attributes are missing is told which', async () => {
  const page = await come({ ...somebody(), attributes: '' })
  expect(page.get('missing_assertions')).toBe('email,name')
  // Attributes of other names are found once they are named, whatever their case.
  await stack.internal.adminSetSaml({ body: { idp: { mappings: { email: 'X-Address', name: 'x-who' } } } })
  const attribute = (name: string, text: string) =>
    `<saml:Attribute Name="${name}"><saml:AttributeValue>${text}</saml:AttributeValue></saml:Attribute>`
  const mapped = { ...somebody(), attributes: attribute('x-address', 'x@example.com') + attribute('X-WHO', 'Xavier') }
  expect(await redeem((await come(mapped)).get('saml'))).toMatchObject({ email: 'x@example.com', name: 'Xavier' })
  expect((await come(somebody())).get('missing_assertions')).toBe('email,name')
  await stack.internal.adminSetSaml({ body: { idp: { mappings: { email: '', name: '' } } } })
})

test('somebody unknown is turned away where accounts are not made', async () => {
  await stack.internal.adminSetSaml({ body: { create_users: false } })
  expect((await come(somebody())).get('saml_error')).toBe('saml_unknown_user')
  await stack.internal.adminSetSaml({ body: { create_users: true } })
})

test('requests are signed when that is asked for, with the key of the metadata', async () => {
  expect(await provider.readRequest(await begin())).toMatchObject({ signed: false })
  expect(await metadataOf(stack)).toContain('AuthnRequestsSigned="false"')
  await stack.internal.adminSetSaml({ body: { sp: { sign_requests: true } } })
  // samlify checks the signature against the certificate of our metadata.
  expect(await provider.readRequest(await begin())).toMatchObject({ signed: true })
  const forged = (await begin()).replace(/Signature=[^&]{20}/, `Signature=${'A'.repeat(20)}`)
  await expect(provider.readRequest(forged)).rejects.toThrow('ERR_FAILED_MESSAGE_SIGNATURE_VERIFICATION')
  const { body } = await stack.internal.adminGetAuthentication()
  const shown = body.saml.sp.certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  expect((await metadataOf(stack)).replaceAll(/\s/g, '')).toContain(shown)
  await stack.internal.adminSetSaml({ body: { sp: { sign_requests: false } } })
})

test('a provider that changes its key is known by it once its metadata is read again', async () => {
  provider.changeKey()
  const { nameId } = somebody()
  expect(await refused(await provider.answer(await begin(), { nameId }))).toMatch(/signature/i)
  await stack.internal.adminSetSaml({ body: { idp: { metadata_url: provider.metadataUrl } } })
  expect((await come(somebody())).has('saml')).toBe(true)
})

test('a provider can be described by hand, and nonsense is named', async () => {
  const set = (idp: object) => stack.internal.adminSetSaml({ body: { idp } })
  const byHand = {
    metadata_url: '',
    entity_id: provider.entityId,
    signon_url: provider.signOnUrl,
    certificate: provider.certificate,
  }
  await set(byHand)
  expect((await come(somebody())).has('saml')).toBe(true)
  const wrong = async (idp: object): Promise<readonly string[]> => {
    const error = await set(idp).catch((each: unknown) => each)
    return error instanceof ApiError ? [String(error.status), ...error.fields] : []
  }
  expect(await wrong({ ...byHand, certificate: 'no certificate' })).toEqual(['400', 'idp.certificate'])
  expect(await wrong({ ...byHand, signon_url: 'javascript:alert(1)' })).toEqual(['400', 'idp.signon_url'])
  expect(await wrong({ metadata_url: 'http://idp.example.org/metadata' })).toEqual(['400', 'idp.metadata_url'])
  expect(await wrong({ metadata_url: provider.signOnUrl })).toEqual(['400', 'idp.metadata_url'])
  await set({ metadata_url: provider.metadataUrl })
})

test('a provider is tried before it is set, and nothing of that is kept', async () => {
  const before = (await stack.internal.adminGetAuthentication()).body.saml.idp
  const by = async (idp: object) => (await stack.internal.adminTrySaml({ body: { idp } })).body
  const certificates = [
    { subject: expect.any(String), valid_from: expect.any(String), valid_until: expect.any(String) },
  ]
  expect(await by({ metadata_url: provider.metadataUrl })).toMatchObject({
    entity_id: provider.entityId,
    signon_url: provider.signOnUrl,
    certificates,
    status: 400,
    reason: 'answered',
  })
  const hand = { metadata_url: '', entity_id: 'https://other.example.org', certificate: provider.certificate }
  expect(await by({ ...hand, signon_url: 'http://127.0.0.1:1/sso' })).toMatchObject({
    entity_id: 'https://other.example.org',
    status: 0,
    reason: 'no_answer',
  })
  const { body: log } = await stack.internal.adminListAudit({ query: {} })
  const tried = log.filter(({ action }) => action === 'server.identity-provider-try').map(({ after }) => after)
  // The newest first. What the description says is known only once it was fetched.
  expect(tried).toEqual([
    { metadata_url: '', signon_url: 'http://127.0.0.1:1/sso' },
    { metadata_url: provider.metadataUrl, signon_url: provider.signOnUrl },
    { metadata_url: provider.metadataUrl, signon_url: '' },
  ])
  // Neither is an address of a network that only the server reaches asked by plain HTTP.
  await expect(by({ ...hand, signon_url: 'http://10.0.0.1/sso' })).rejects.toMatchObject({ fields: ['idp.signon_url'] })
  await expect(by({ ...hand, signon_url: 'nowhere' })).rejects.toMatchObject({ fields: ['idp.signon_url'] })
  await expect(by({ metadata_url: 'http://idp.example.org' })).rejects.toMatchObject({ code: 'saml_metadata' })
  expect((await stack.internal.adminGetAuthentication()).body.saml.idp).toEqual(before)
})

test('passwords can be switched off while single sign-on stays, and one of the two always does', async () => {
  await stack.signUp('judy')
  await stack.internal.adminSetLocalAuthentication({ body: { enable: false } })
  const login = () => stack.anonymous.login({ body: { username: 'judy', password: testPassword } })
  await expect(login()).rejects.toMatchObject({ status: 403, code: 'local_authentication_disabled' })
  expect((await stack.anonymous.getInfo()).body.authentication).toEqual({ local: false, saml: true })
  expect((await come(somebody())).has('saml')).toBe(true)
  const off = stack.internal.adminSetSaml({ body: { enable: false } })
  await expect(off).rejects.toMatchObject({ status: 409, code: 'last_sign_in_method' })
  await stack.internal.adminSetLocalAuthentication({ body: { enable: true } })
  await login()
  await stack.internal.adminSetSaml({ body: { enable: false } })
  await expect(stack.anonymous.getSamlUrl()).rejects.toMatchObject({ status: 501, code: 'saml_absent' })
  const local = stack.internal.adminSetLocalAuthentication({ body: { enable: false } })
  await expect(local).rejects.toMatchObject({ code: 'last_sign_in_method' })
  await stack.internal.adminSetSaml({ body: { enable: true } })
})

test('a form of a page elsewhere reaches no other call', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ username: 'ana', password: testPassword }).toString()
  const login = await stack.server.transport({ method: 'POST', path: '/api/login', headers, body })
  expect(login.status).toBe(415)
  const json = await stack.server.transport({
    method: 'POST',
    path: '/api/user/saml/auth',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ SAMLResponse: 'PHg+' }),
  })
  expect(json.status).toBe(415)
})

test('refusals are in the audit log, once a minute for whoever sends nonsense', async () => {
  const entries = async () => {
    const { body } = await stack.internal.listAuditOf({ query: { per_page: 100 } })
    return body.filter(({ action }) => action === 'user.saml-refused')
  }
  stack.clock.advance(61_000)
  const before = (await entries()).length
  for (const response of ['PHg+', 'PHk+', 'PHo+']) await refused(response)
  expect((await entries()).length).toBe(before + 1)
  expect((await entries())[0]).toMatchObject({ actor: { kind: 'anybody' }, after: { reason: expect.any(String) } })
})

test('a ticket of a sign-in that began without a challenge is not for a browser that began with one', async () => {
  const { url } = (await stack.anonymous.getSamlUrl()).body
  const ticket = (await post(await provider.answer(url, somebody()))).get('saml') ?? ''
  await expect(redeem(ticket)).rejects.toMatchObject({ code: 'saml_ticket' })
  expect((await stack.anonymous.redeemSamlTicket({ body: { ticket } })).body.origin).toBe('SAML')
})
