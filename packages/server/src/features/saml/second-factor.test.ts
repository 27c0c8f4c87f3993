import { ApiError } from '@sshore/client'
import { consoleHeader } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { codeOf, mailedCodes, newSomebody } from '../../test-mfa.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { type Claims, startSamlProvider } from './testing/saml-provider.ts'

async function startWithProvider() {
  const stack = await startTestServer()
  const get = async () => stack.server.transport({ method: 'GET', path: '/api/user/saml/metadata', headers: {} })
  const provider = await startSamlProvider(async () => (await get()).text)
  await stack.internal.adminSetSaml({ body: { enable: true, idp: { metadata_url: provider.metadataUrl } } })
  /** Returns the ticket. */
  const come = async (claims: Claims): Promise<string> => {
    const { url } = (await stack.anonymous.getSamlUrl()).body
    const posted = await stack.server.transport({
      method: 'POST',
      path: '/api/user/saml/auth',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse: await provider.answer(url, claims) }).toString(),
    })
    return new URL(posted.header('location') ?? '', 'http://hub.example.org').searchParams.get('saml') ?? ''
  }
  return {
    stack,
    come,
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]()
      await stack[Symbol.asyncDispose]()
    },
  }
}

/** Begins a browser session with this token; what is returned asks whether its cookie still gets another. */
async function staysFor(stack: TestServer, token: string): Promise<() => Promise<boolean>> {
  const begun = await stack.server.transport({
    method: 'POST',
    path: '/api/auth/browser-session',
    headers: { authorization: `Bearer ${token}` },
  })
  let cookie = begun.header('set-cookie')?.split(';')[0] ?? ''
  return async () => {
    const reply = await stack.server.transport({
      method: 'POST',
      path: '/api/auth/refresh',
      headers: { 'content-type': 'application/json', [consoleHeader]: '1', cookie },
      body: '{}',
    })
    cookie = reply.header('set-cookie')?.split(';')[0] ?? ''
    return !reply.text.includes('"user":null')
  }
}

test('a second factor is asked for after single sign-on too, and the ticket is spent by then', async () => {
  await using all = await startWithProvider()
  const { stack, come } = all
  const { member, enrolled } = await newSomebody(stack)
  await stack.internal.adminLinkSaml({ params: { id: member.id }, body: { name_id: 'somebody' } })
  const ticket = await come({ nameId: 'somebody' })
  const refused: unknown = await stack.anonymous.redeemSamlTicket({ body: { ticket } }).catch((e: unknown) => e)
  expect(refused).toMatchObject({ status: 401, code: 'mfa_needed' })
  const { body: log } = await stack.internal.adminListAudit({ query: {} })
  expect(log).toContainEqual(
    expect.objectContaining({ action: 'user.mfa-asked', target: expect.objectContaining({ id: member.id }) }),
  )
  const token = refused instanceof ApiError ? (refused.reply?.header('x-mfa-token') ?? '') : ''
  await expect(stack.anonymous.redeemSamlTicket({ body: { ticket } })).rejects.toMatchObject({ code: 'saml_ticket' })
  const { body } = await stack.anonymous.authenticateMfa({ body: { token, code: codeOf(enrolled, stack) } })
  expect(body).toMatchObject({ id: member.id, mfa: true })

  // Without the factor, by codes that are mailed.
  const other = await newSomebody(stack)
  await stack.internal.adminLinkSaml({ params: { id: other.member.id }, body: { name_id: 'other' } })
  const waits = await come({ nameId: 'other' })
  await expect(stack.anonymous.redeemSamlTicket({ body: { ticket: waits } })).rejects.toMatchObject({
    code: 'mfa_needed',
  })
  await stack.anonymous.requestMfaReset({ body: { identifier: other.name } })
  const [main_email_code, recovery_email_code] = await mailedCodes(stack, other.name)
  const { body: byMail } = await stack.anonymous.resetMfa({
    params: { id: other.member.id },
    body: { main_email_code, recovery_email_code },
  })

  // From here on about the browser: twelve hours for whoever came by the provider, with and without a second factor.
  const direct = await come({ nameId: 'new', email: 'new@example.org', name: 'New' })
  const { body: newcomer } = await stack.anonymous.redeemSamlTicket({ body: { ticket: direct } })
  const { token: byPassword } = await stack.signUp('rita')
  const browsers = await Promise.all(
    [body.token, byMail.token, newcomer.token, byPassword].map((each) => staysFor(stack, each)),
  )
  const stay = () => Promise.all(browsers.map((asked) => asked()))
  stack.clock.advance(hours(12) - 1000)
  expect(await stay()).toEqual([true, true, true, true])
  stack.clock.advance(1000)
  expect(await stay()).toEqual([false, false, false, true])
})
