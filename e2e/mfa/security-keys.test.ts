// A security key in a real Chromium, with the authenticator that it has for tests (WebAuthn Level 3, section 11).
import { createClient, fetchTransport } from '@sshore/client'
import { features, type KeyAnswer, type KeyRegistration } from '@sshore/contract'
import { createStack, type Page, startBrowser } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { withAuthenticator } from './authenticator.ts'
import { beginLogin, enroll, shownCode } from './person.ts'

/** What the page's own script does with the options of the API. */
const create = (page: Page, options: object): Promise<KeyRegistration> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON)
    const made = await navigator.credentials.create({ publicKey })
    return (made as PublicKeyCredential).toJSON() as KeyRegistration
  }, options)

const get = (page: Page, options: object): Promise<KeyAnswer> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON)
    const got = await navigator.credentials.get({ publicKey })
    return (got as PublicKeyCredential).toJSON() as KeyAnswer
  }, options)

it('a key that a browser registers completes the next login', async () => {
  await using stack = await createStack({ config: { edition: features.mfa[0] } })
  await using browser = await startBrowser()
  await using visit = await browser.visit()
  // Keys know hosts by name alone.
  const url = `http://localhost:${stack.httpPort}`
  const page = await visit.open(`${url}/`)
  await withAuthenticator(page)
  const seeded = await stack.seed.user()
  const anonymous = createClient(fetchTransport(url, fetch))
  const { username, password } = seeded
  const { token } = (await anonymous.login({ body: { username, password } })).body
  const client = createClient(fetchTransport(url, fetch), () => ({ authorization: `Bearer ${token}` }))
  const ana = await enroll({ ...seeded, client })

  const offered = (await client.offerSecurityKey()).body
  const response = await create(page, offered.options)
  const body = { token: offered.token, code: await shownCode(ana.secret), name: 'blue key', response }
  expect((await client.addSecurityKey({ body })).body).toMatchObject({ id: response.id, name: 'blue key' })

  const waiting = await beginLogin(anonymous, ana)
  const { options } = (await anonymous.challengeSecurityKey({ body: { token: waiting } })).body
  const answer = { token: waiting, response: await get(page, options) }
  const signedIn = (await anonymous.authenticateSecurityKey({ body: answer })).body
  expect(signedIn).toMatchObject({ user: ana.username, mfa: true })
  // The same answer for another login is none.
  const other = await beginLogin(anonymous, ana)
  await anonymous.challengeSecurityKey({ body: { token: other } })
  const replayed = anonymous.authenticateSecurityKey({ body: { ...answer, token: other } })
  await expect(replayed).rejects.toMatchObject({ code: 'second_factor_refused' })
})
