// A tunnel for members in a real browser, which takes every name under localhost for this machine.
import { features } from '@sshore/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn, withConsole } from '../console/with-console.ts'
import { serve, type Service } from './tunnel-world.ts'

const one = withConsole({ edition: features.tunnels[0], tunnelsDomain: 'localhost' })
let service: Service
beforeAll(async () => {
  service = await serve((request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<title>kettle</title><h1>${request.url}</h1><script>document.title += document.cookie</script>`)
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

it('a member signs in at the console and is led back into the tunnel; a stranger is not', async () => {
  const { stack, browser } = one
  const namespace = await stack.seed.namespace()
  await using device = await stack.addDevice(namespace)
  const body = { host: '127.0.0.1', port: service.port, ttl: -1, members_only: true }
  const { body: tunnel } = await namespace.owner.client.createTunnel({ params: { uid: device.uid }, body })
  await using visit = await browser.visit()
  const page = await visit.open(`${tunnel.url}/water?hot=1`)
  await signIn(page, namespace.owner)
  await page.getByRole('heading', { name: '/water?hot=1' }).waitFor()
  expect(page.url()).toBe(`${tunnel.url}/water?hot=1`)
  // Scripts of the page see nothing of the pass.
  expect(await page.title()).toBe('kettle')
  // To try again what somebody cut off or made up would never help.
  for (const state of ['two%20words', 'x'.repeat(500)]) {
    await page.goto(`${stack.url}/tunnels/enter?address=${tunnel.address}&state=${state}`)
    await page.getByText('This address is incomplete.').waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  }

  const other = await stack.seed.namespace()
  await using elsewhere = await browser.visit()
  const strange = await elsewhere.open(`${tunnel.url}/`)
  await signIn(strange, other.owner)
  await strange.getByText('The tunnel does not let you in').waitFor()
})
