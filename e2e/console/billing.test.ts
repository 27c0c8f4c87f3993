// What an owner does about money in the console. The payment provider is a peer of Stripe on a real socket, not Stripe.
import { features, limits } from '@sshore/contract'
import { startStripePeer, type StripePeer } from '@sshore/server/stripe-peer'
import {
  createStack,
  type SeededNamespace,
  type Stack,
  startBrowser,
  type TestBrowser,
  repositoryRoot,
} from '@sshore/testkit'
import { ensureConsole } from '@sshore/sshore'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsOf } from './axe.ts'
import { looks } from './full-namespace.ts'
import { keepPicture } from './pictures.ts'
import { pendingDevice, signIn } from './with-console.ts'

const [edition] = features.billing
const held = new AsyncDisposableStack()
let peer: StripePeer
let stack: Stack
let browser: TestBrowser
let namespace: SeededNamespace
const { maxDevicesDefault: most } = limits

beforeAll(async () => {
  peer = held.use(await startStripePeer())
  const { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, api: stripeApi, prices } = peer.options
  const consoleDir = await ensureConsole(repositoryRoot, () => undefined)
  const config = { edition, consoleDir, stripeSecretKey, stripeWebhookSecret, stripeApi, stripePriceUsd: prices.usd }
  stack = held.use(await createStack({ config }))
  browser = held.use(await startBrowser())
  namespace = await stack.seed.namespace()
  const { client } = namespace.owner
  const limit = (max_devices: number) =>
    stack.internal.updateNamespaceByName({ params: { name: namespace.name }, body: { max_devices } })
  await limit(limits.unlimited)
  for (let number = 0; number <= most; number += 1) {
    const { uid } = await pendingDevice(stack, namespace.tenantId, `till-${number}`)
    await client.setDeviceStatus({ params: { uid, status: 'accept' } })
  }
  await limit(most)
})
afterAll(() => held.disposeAsync())

it('with more devices than the plan allows, some are chosen; who is not the owner reads what there is to do', async () => {
  await using visit = await browser.visit(looks[3])
  const page = await visit.open(`${stack.url}/billing`)
  await signIn(page, await stack.seed.member(namespace, 'administrator'))
  await page.getByText('The owner of this namespace can subscribe').waitFor()
  await page.getByText('Needs the role owner').waitFor()
  await using own = await browser.visit(looks[2])
  const owner = await own.open(`${stack.url}/billing`)
  await signIn(owner, namespace.owner)
  await owner.getByText(`${most + 1} of ${most} devices`).waitFor()
  const choices = owner.getByRole('checkbox')
  await choices.first().waitFor()
  expect(await violationsOf(owner, 'too many devices')).toEqual([])
  await keepPicture(owner, 'billing-over-phone')
  for (const choice of await choices.all()) await choice.check()
  await owner.getByRole('button', { name: 'Keep these' }).press('Enter')
  const { body } = await namespace.owner.client.evaluateBilling()
  expect(body.can_connect).toBe(false)
  await owner.getByRole('checkbox', { name: 'till-0' }).uncheck()
  await owner.getByRole('button', { name: 'Keep these' }).click()
  await owner.getByText('Done: connections are open again.').waitFor()
  await owner.getByText(`${most} of ${most} devices`).waitFor()
  expect([...visit.complaints(), ...own.complaints()]).toEqual([])
})

it('an owner sets billing up, subscribes with a card, sees the invoice, cancels and goes on with it', async () => {
  await using visit = await browser.visit()
  const page = await visit.open(`${stack.url}/billing`)
  await signIn(page, namespace.owner)
  await page.getByRole('button', { name: 'Set up billing' }).click()
  await page.getByText('Now add a card, then subscribe.').waitFor()
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  expect(await subscribe.getAttribute('aria-disabled')).toBe('true')
  // Cards are added on the page of the payment provider.
  await page.route('https://billing.stripe.example/**', (route) => route.fulfill({ body: 'A page of the provider' }))
  await page.getByRole('button', { name: 'Cards and receipts' }).click()
  await page.getByText('A page of the provider').waitFor()
  const { client } = namespace.owner
  await client.attachPaymentMethod({ body: { id: peer.state.addMethod('pm_1').id } })
  await client.attachPaymentMethod({ body: { id: peer.state.addMethod('pm_2', '5556').id } })
  await page.goto(`${stack.url}/billing`)
  await page.getByText(/ending in 5556/).waitFor()
  await subscribe.click()
  await page.getByText('Subscribed: the device limit is lifted.').waitFor()
  await page.getByText(`${most} devices, as many as you like`).waitFor()
  await page.getByText('paid', { exact: true }).waitFor()
  for (const look of [looks[0], looks[3]]) {
    await using other = await browser.visit(look)
    const shown = await other.open(`${stack.url}/billing`)
    await signIn(shown, namespace.owner)
    await shown.getByRole('heading', { name: 'Invoices' }).waitFor()
    expect(await violationsOf(shown, 'billing')).toEqual([])
    expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.size.width)
    await keepPicture(shown, `billing-paid-${look.size.width}-${look.colours}`)
  }
  await page.getByRole('button', { name: /More for .* ending in 5556/ }).click()
  await page.getByRole('menuitem', { name: 'Pay with this one' }).click()
  await page.getByText('Invoices are paid with it from now on.').waitFor()
  await page.getByRole('button', { name: 'Cancel …' }).click()
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await page.getByText('ends with the period', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await page.getByText('active', { exact: true }).waitFor()
  expect(visit.complaints()).toEqual([])
  // The provider is away.
  peer.mood = 'error'
  await page.reload()
  await page.getByText('Billing could not be loaded').waitFor()
  peer.mood = 'ok'
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(/ending in 5556/).waitFor()
})
