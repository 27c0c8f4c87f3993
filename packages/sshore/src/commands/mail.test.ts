// Mail from the command line: handed on by whoever looks after the server, and then sent by a mail server that is set up.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { editions, type TenantId, type UserId } from '@sshore/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonOf, startTestInstance, type TestInstance } from '../test-instance.ts'
import { run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let server: TestInstance
/** One with accounts and mail. */
const [, edition] = editions
const received: string[] = []
let port = 0

const registration = (name: string) => ({
  name,
  username: name,
  email: `${name}@example.org`,
  password: 'secret-1',
  email_marketing: false,
})

beforeAll(async () => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) =>
      void text(stream).then((message) => {
        received.push(message)
        done()
      }),
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  port = (listening.address() as AddressInfo).port
  held.defer(
    () =>
      new Promise((resolve) => {
        smtp.close(resolve)
      }),
  )
  server = held.use(await startTestInstance({ SSHORE_EDITION: edition }))
  await server.signUp('ana')
})
afterAll(() => held.disposeAsync())

it('without a mail server the links are shown to whoever looks after the server, and work', async () => {
  await server.anonymous.registerUser({ body: registration('bob') })
  const listed = await server.beside('mail list --waiting')
  expect(listed.code).toBe(0)
  expect(listed.stderr).toContain('No mail server is set up (SSHORE_SMTP_URL)')
  expect(listed.stdout).toContain(`${server.url}/validation-account?email=bob%40example.org&token=`)
  const [mail] = (await jsonOf(server.beside('mail list --json'))) as { id: string; link: string }[]
  const shown = await server.beside(`mail show ${mail?.id.slice(0, 8)}`)
  expect(shown.stdout).toContain(`Confirm the address:\n${mail?.link}\n`)
  const { email = '', token = '' } = Object.fromEntries(new URL(mail?.link ?? '').searchParams)
  await server.anonymous.confirmAccount({ query: { email, token } })
  await server.anonymous.login({ body: { username: 'bob', password: 'secret-1' } })
  expect((await server.beside('mail show 00000000')).code).toBe(3)
  expect((await server.beside('mail try bob@example.org')).stderr).toContain('No mail server is set up')
})

it('a mail server named in the environment gets what is written, with links to the public address', async () => {
  await using sending = await startTestInstance({
    SSHORE_EDITION: edition,
    SSHORE_SMTP_URL: `smtp://127.0.0.1:${port}`,
    SSHORE_MAIL_FROM: 'Sshore <sshore@example.org>',
    SSHORE_PUBLIC_URL: 'https://sshore.example.org',
  })
  await sending.signUp('ana')
  expect((await sending.beside('mail try ada@example.org')).stdout).toContain('is in the outbox')
  await sending.anonymous.registerUser({ body: registration('carla') })
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
  expect(received.join('\n')).toContain('To: ada@example.org')
  expect(received.join('\n')).toContain('Sent by Sshore at https://sshore.example.org.')
  await expect
    .poll(async () => (await sending.beside('mail list')).stdout.match(/ sent /g)?.length, { timeout: 20_000 })
    .toBe(2)
  const [mail] = (await jsonOf(sending.beside('mail list --json'))) as { id: string }[]
  expect((await sending.beside(`mail send ${mail?.id}`)).stderr).toContain('This mail was sent')
  expect((await sending.beside('mail try nonsense')).code).toBe(2)
})

it('somebody who is signed in makes a link with which another joins; the machine alone invites nobody', async () => {
  const asAna = (words: string, input?: string) => run(words, { XDG_CONFIG_HOME: server.folder }, input)
  await asAna(`login ${server.url} --username ana --password-stdin`, 'secret-1\n')
  const invited = await asAna(`member invite ana guest@example.org --role operator --server ${server.url}`)
  const link = new URL(invited.stdout.trim())
  expect([link.pathname, link.searchParams.get('email')]).toEqual(['/accept-invite', 'guest@example.org'])
  const params = {
    tenant: link.searchParams.get('tenant-id') as TenantId,
    id: link.searchParams.get('user-id') as UserId,
  }
  const { body } = await server.anonymous.getInvite({ params, query: { sig: link.searchParams.get('sig') ?? '' } })
  expect(body).toMatchObject({ status: 'invited', member_status: 'pending', namespace: 'ana', role: 'operator' })
  expect(await server.beside('member invite ana other@example.org')).toMatchObject({ code: 2, stdout: '' })
  const listed = await server.beside('member list ana')
  expect(listed.stdout).toMatch(/guest@example\.org +operator +pending/)
  // As other users are: by the address.
  expect((await server.beside('user delete guest@example.org --yes')).code).toBe(0)
  expect((await server.beside('member list ana')).stdout).not.toContain('guest@')
})
