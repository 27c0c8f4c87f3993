// `sshore events` as a process: through a restart of the server, until Ctrl-C or until it may not listen any more.
import type { NamespaceEvent } from '@sshore/contract'
import { type Background, sshoreInBackground, until } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSite, type Site } from '../server/server-process.ts'

const held = new AsyncDisposableStack()
let site: Site
beforeAll(async () => {
  site = held.use(await createSite({ SSHORE_DRAIN_SECONDS: '1' }))
})
afterAll(() => held.disposeAsync())

const tag = (name: string): Promise<unknown> =>
  site.client.updateNamespace({
    params: { tenant: site.tenantId },
    body: { settings: { connection_announcement: name } },
  })

const events = (listener: Background): readonly NamespaceEvent[] =>
  listener
    .stdout()
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line): NamespaceEvent => JSON.parse(line))

/** What it says when it begins to listen is an event, sooner or later. */
async function listens(listener: Background): Promise<void> {
  const before = events(listener).length
  await until(
    'an event is told',
    async () => {
      await tag(crypto.randomUUID())
      return events(listener).length > before
    },
    { everyMilliseconds: 200 },
  )
}

it('goes on when the server was away, and ends with code 0 at Ctrl-C', async () => {
  const { body: key } = await site.client.createApiKey({
    body: { name: 'listener', expires_at: 30, role: 'administrator' },
  })
  const words = ['events', site.namespace, '--json']
  await using near = sshoreInBackground([...words, '--data-dir', site.dataDir])
  await using far = sshoreInBackground([...words, '--server', site.url], { SSHORE_API_KEY: key.id })
  for (const listener of [near, far]) await listens(listener)

  site.server().process.kill('SIGTERM')
  expect(await site.server().process.ended).toMatchObject({ code: 0 })
  for (const listener of [near, far]) await listener.says(/^The connection to the server broke; trying again\.$/m)
  await site.restart()
  for (const listener of [near, far]) {
    // Another start does not know what the one before has told.
    await listener.says(/^The connection stands again\.\nEvents may be missing/m, 30)
    await listens(listener)
    expect(new Set(events(listener).map(({ type }) => type))).toEqual(new Set(['namespace.updated']))
    listener.kill('SIGINT')
    expect(await listener.ended).toEqual({ code: 0, signal: null })
  }
})

it('ends when its credential is taken away, and says so', async () => {
  const body = { name: 'brief', expires_at: 30, role: 'administrator' } as const
  const { body: key } = await site.client.createApiKey({ body })
  await using listener = sshoreInBackground(['events', site.namespace, '--json', '--server', site.url], {
    SSHORE_API_KEY: key.id,
  })
  await listens(listener)
  await site.client.deleteApiKey({ params: { key: 'brief' } })
  expect(await listener.ended).toMatchObject({ code: 1 })
  expect(listener.stdout()).toMatch(/"code": "stream_ended"/)
})

it('ends when nobody reads it any more', async () => {
  await using listener = sshoreInBackground(['events', site.namespace, '--json', '--data-dir', site.dataDir])
  await listens(listener)
  listener.child.stdout?.destroy()
  await until('it has ended', async () => {
    await tag(crypto.randomUUID())
    return listener.child.exitCode !== null
  })
  expect(listener.child.exitCode).toBe(0)
})
