import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { background, repositoryRoot, until } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSite, type Site } from '../server/server-process.ts'

let site: Site
beforeAll(async () => {
  site = await createSite({ SSHORE_WEBHOOK_ALLOW_PRIVATE: 'true' })
})
afterAll(() => site?.[Symbol.asyncDispose]())

it('the receiver in the documentation takes what is signed with its secret, and nothing else', async () => {
  const text = readFileSync(join(repositoryRoot, 'docs/webhooks.md'), 'utf8')
  const script = /```python\n([^]*?)```/.exec(text)?.[1] ?? ''
  const { body: hook } = await site.client.createWebhook({
    body: { name: 'python', url: 'http://127.0.0.1:1/', events: ['device.pending'] },
  })
  await using receiver = background('python3', ['-c', script, '0'], {
    environment: { ...process.env, WEBHOOK_SECRET: hook.secret },
  })
  const [, port = ''] = await receiver.says(/^listening on (\d+)$/m)
  const url = `http://127.0.0.1:${port}/`
  const params = { id: hook.id }
  await site.client.updateWebhook({ params, body: { url } })
  await site.client.testWebhook({ params })
  await receiver.says(/^webhook\.test python$/m)
  const newest = async () => (await site.client.listWebhookDeliveries({ params })).body[0]
  await until('the delivery is written down', async () => (await newest())?.response_status === 204)

  const post = async (signature: string, body: string) =>
    (await fetch(url, { method: 'POST', body, headers: { 'x-sshore-signature': signature } })).status
  const body = JSON.stringify({ type: 'forged', targets: [] })
  const signed = (t: number, secret: string) =>
    `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
  const now = Math.floor(Date.now() / 1000)
  expect(await post(signed(now, hook.secret), body)).toBe(204)
  expect(await post(signed(now, 'another secret'), body)).toBe(401)
  expect(await post(signed(now - 3600, hook.secret), body)).toBe(401)
  expect(await post(signed(now, hook.secret), `${body} `)).toBe(401)
  expect(await post('', body)).toBe(401)
})

it('a server that is killed while it sends loses no event', async () => {
  const seen: string[] = []
  let answering = false
  const receiver = createServer((request, reply) => {
    seen.push(String(request.headers['x-sshore-delivery']))
    if (answering) reply.writeHead(204).end()
  })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const { body: hook } = await site.client.createWebhook({
    body: { name: randomUUID(), url: `http://127.0.0.1:${port}/`, events: ['webhook.test'] },
  })
  const params = { id: hook.id }
  const { body: delivery } = await site.client.testWebhook({ params })
  await until('the server sends', async () => seen.length === 1)
  answering = true
  site.server().process.kill('SIGKILL')
  await site.server().process.ended
  await site.restart()
  const found = async () => (await site.client.listWebhookDeliveries({ params })).body[0]
  await until('it is delivered', async () => (await found())?.status === 'delivered', { seconds: 60 })
  expect(seen).toEqual([delivery.id, delivery.id])
})
