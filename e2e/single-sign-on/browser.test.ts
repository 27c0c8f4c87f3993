// Single sign-on as a person meets it: away to a real identity provider, and back into the console.
import { features } from '@sshore/contract'
import { type SamlProvider, startSamlProvider } from '@sshore/server/saml-provider'
import { freePort, longTests, type Page } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, withConsole } from '../console/with-console.ts'

const throughProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

for (const edition of features.saml) {
  const httpPort = await freePort()
  const publicUrl = `http://127.0.0.1:${httpPort}`

  const thorough = longTests || edition === features.saml[0]

  describe(`in the ${edition} edition`, () => {
    const one = withConsole({ edition, httpPort, publicUrl })
    let provider: SamlProvider
    beforeAll(async () => {
      await one.stack.seed.namespace()
      provider = await startSamlProvider(async () => (await fetch(`${publicUrl}/api/user/saml/metadata`)).text())
      const idp = { metadata_url: provider.metadataUrl }
      await one.stack.internal.adminSetSaml({ body: { enable: true, idp } })
    })
    afterAll(() => provider?.[Symbol.asyncDispose]())

    it('somebody new gets in without a password', async () => {
      provider.visitor = { nameId: 'subject-of-grace', email: 'grace@example.com', name: 'Grace Hopper' }
      await using visit = await one.browser.visit()
      const page = await visit.open(publicUrl)
      await throughProvider(page)
      await page.getByRole('heading', { name: 'No namespace yet' }).waitFor()
      await page.getByLabel('Name of the new namespace').fill('hopper')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      expect(visit.complaints()).toEqual([])
    })

    it.runIf(thorough)('an account that is there is linked once its password is given, and not before', async () => {
      const { owner } = await one.stack.seed.namespace()
      const email = (await owner.client.getAuthUser()).body.email
      provider.visitor = { nameId: 'subject-of-owner', email, name: 'Owner' }
      await using visit = await one.browser.visit()
      const page = await visit.open(publicUrl)
      await throughProvider(page)
      await page.getByText('There is an account with your e-mail address').waitFor()
      await signIn(page, owner)
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.goto(`${publicUrl}/account`)
      const panel = page.locator('form', { has: page.getByRole('button', { name: 'Link', exact: true }) })
      await panel.getByRole('textbox', { name: 'Password' }).fill(owner.password)
      await panel.getByRole('button', { name: 'Link', exact: true }).click()
      await page.getByText('Linked: you can sign in with single sign-on now.').first().waitFor()

      await using later = await one.browser.visit()
      const again = await later.open(publicUrl)
      await throughProvider(again)
      await again.getByRole('heading', { name: 'Home' }).waitFor()
    })

    it.runIf(thorough)(
      'an answer that was made for somebody else is refused, and the page says what to do',
      async () => {
        provider.visitor = { nameId: 'subject-of-eve', email: 'eve@example.com', audience: 'https://elsewhere.example' }
        await using visit = await one.browser.visit()
        const page = await visit.open(publicUrl)
        await throughProvider(page)
        await page.getByText('The answer of the identity provider was refused').waitFor()
      },
    )
  })
}
