import { ApiError } from '@sshore/client'
import { expect, test } from 'vitest'
import { codeOf, newSomebody } from '../../test-mfa.ts'
import { startSamlProvider } from './testing/saml-provider.ts'
import { startTestServer } from '../../test-server.ts'

test('a second factor is asked for after single sign-on too, and the ticket is spent by then', async () => {
  await using stack = await startTestServer()
  const get = async () => stack.server.transport({ method: 'GET', path: '/api/user/saml/metadata', headers: {} })
  await using provider = await startSamlProvider(async () => (await get()).text)
  await stack.internal.adminSetSaml({ body: { enable: true, idp: { metadata_url: provider.metadataUrl } } })
  const { member, enrolled } = await newSomebody(stack)
  await stack.internal.adminLinkSaml({ params: { id: member.id }, body: { name_id: 'somebody' } })
  const { url } = (await stack.anonymous.getSamlUrl()).body
  const response = await provider.answer(url, { nameId: 'somebody' })
  const posted = await stack.server.transport({
    method: 'POST',
    path: '/api/user/saml/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLResponse: response }).toString(),
  })
  const page = new URL(posted.header('location') ?? '', 'http://hub.example.org')
  const ticket = page.searchParams.get('saml') ?? ''
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
})
