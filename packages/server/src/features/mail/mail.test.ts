import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { limits } from '@sshore/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { hours, seconds } from '../../platform/clock.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Letter } from '../../platform/mail/letters.ts'
import { post } from '../../platform/mail/outbox.ts'
import { createServices, type ServerOptions } from '../../services.ts'
import { secondServices } from '../../test-device.ts'
import { startMailServer } from '../../test-mail-server.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { sendMails } from './delivering.ts'

const publicUrl = 'https://sshore.example.org'
const recovery = (to: string, language: Letter['language'] = 'en'): Letter => ({
  kind: 'password-recovery',
  to,
  language,
  facts: { username: 'ana', path: '/update-password?id=1&token=top-secret' },
})

async function posted(stack: TestServer, ...letters: readonly Letter[]): Promise<void> {
  await using services = await secondServices(stack)
  for (const letter of letters) await transact(services.database, (database) => post(services, database, letter))
}

/** One round of the job, without the pause before it. */
async function send(stack: Pick<TestServer, 'options' | 'clock'>): Promise<void> {
  await using services = await createServices({ ...stack.options, clock: stack.clock })
  await sendMails(services, never)
}

const start = (options: Partial<ServerOptions>): Promise<TestServer> =>
  startTestServer({ publicUrl, withJobs: false, ...options })

const mails = async (stack: TestServer) => (await stack.internal.listMails({ query: { per_page: 100 } })).body
const { signal: never } = new AbortController()

test('a letter arrives as text and as HTML, in the language asked for, and is forgotten then', async () => {
  await using smtp = await startMailServer()
  await using stack = await startTestServer({ publicUrl, mail: smtp.options })
  await posted(stack, recovery('Ana@example.org'), recovery('bob@example.org', 'pt'))
  const states = async () => (await mails(stack)).map(({ status }) => status)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['sent', 'sent'])
  const english = smtp.received.find(({ to }) => to.includes('ana@example.org'))
  const portuguese = smtp.received.find(({ to }) => to.includes('bob@example.org'))
  const link = `${publicUrl}/update-password?id=1&token=top-secret`
  expect(english?.text).toContain(`Choose a new password:\n${link}\n`)
  expect(english?.html).toContain('<html lang="en">')
  expect(english?.html).toContain(`<a href="${link.replace('&', '&amp;')}"`)
  expect(english?.from).toBe('sshore@example.org')
  expect(english?.headers.get('from')).toBe('Sshore <sshore@example.org>')
  expect(english?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(portuguese?.html).toContain('<html lang="pt-BR">')
  expect(portuguese?.text).toContain('O link funciona uma única vez, por 24 horas.')
  const [one] = await mails(stack)
  expect(one).toMatchObject({ attempts: 1, text: '', link: '', problem: '' })
  await using open = await stack.openDatabase()
  const rows = await open.database.selectFrom('mails').select('sealed_facts').execute()
  expect(rows.map(({ sealed_facts: sealed }) => sealed)).toEqual(['', ''])
})

test('a mail server that is down gets everything once it is up, in order of what is due', async () => {
  const before = await startMailServer()
  const { port } = before
  await before[Symbol.asyncDispose]()
  await using stack = await start({ mail: before.options })
  await posted(stack, recovery('ana@example.org'), recovery('bob@example.org'))
  await send(stack)
  const waiting = (await mails(stack)).find(({ attempts }) => attempts > 0)
  expect(waiting).toMatchObject({ status: 'waiting', problem: expect.stringContaining('ECONNREFUSED') })
  await using smtp = await startMailServer({}, port)
  stack.clock.advance(seconds(limits.mail.retrySeconds[0] ?? 0))
  await send(stack)
  expect((await mails(stack)).map(({ status }) => status)).toEqual(['sent', 'sent'])
  expect(smtp.received.map(({ to }) => to.join()).toSorted()).toEqual(['ana@example.org', 'bob@example.org'])
})

test('a recipient who is refused is not tried again, and is told to whoever looks', async () => {
  await using smtp = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 })
      const busy = Object.assign(new Error('Try later'), { responseCode: 450 })
      done(address.startsWith('nobody') ? refusal : address.startsWith('later') ? busy : null)
    },
  })
  await using stack = await start({ mail: smtp.options })
  await posted(stack, recovery('nobody@example.org'), recovery('later@example.org'), recovery('ana@example.org'))
  await send(stack)
  const states = (await mails(stack)).map(({ recipient, status, problem }) => [
    recipient.split('@')[0],
    status,
    problem,
  ])
  expect(states.toSorted()).toEqual([
    ['ana', 'sent', ''],
    ['later', 'waiting', expect.stringContaining('Try later')],
    ['nobody', 'failed', expect.stringContaining('No such mailbox')],
  ])
  const refused = (await mails(stack)).find(({ status }) => status === 'failed')
  expect(refused?.link).toContain('top-secret')
  await stack.internal.sendMailAgain({ params: { id: refused?.id ?? expect.unreachable() } })
  await send(stack)
  expect((await mails(stack)).find(({ id }) => id === refused?.id)?.attempts).toBe(2)
})

test('a wrong password, and a certificate that nobody vouches for, keep the mail waiting', async () => {
  await using smtp = await startMailServer({
    authOptional: false,
    authMethods: ['PLAIN'],
    disabledCommands: [],
    allowInsecureAuth: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'sshore' && password === 'right' ? done(null, { user: username }) : done(new Error('No')),
  })
  const { from, smtp: server } = smtp.options
  const insecure = { ...server, user: 'sshore', password: 'right', security: 'starttls' as const }
  await using stack = await start({ mail: { from, smtp: insecure } })
  await posted(stack, recovery('ana@example.org'))
  await send(stack)
  expect((await mails(stack))[0]?.problem).toMatch(/certificate/i)

  const folder = await mkdtemp(join(tmpdir(), 'sshore-mail-'))
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=mail', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert]
  execFileSync('openssl', [...request, ...names], { stdio: 'ignore' })
  const known = getCACertificates()
  setDefaultCACertificates([...known, await readFile(cert, 'utf8')])
  cleanUp.defer(() => setDefaultCACertificates(known))
  const asked: string[] = []
  await using trusted = await startMailServer({
    key: await readFile(key),
    cert: await readFile(cert),
    authOptional: false,
    disabledCommands: [],
    onAuth({ username = '', password }, _session, done) {
      asked.push(`${username} ${password ?? ''}`)
      if (password === 'right') done(null, { user: username })
      else done(new Error('No'))
    },
  })
  const wrong = { ...insecure, port: trusted.port, password: 'wrong-word' }
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await using guessing = await start({ mail: { from, smtp: wrong }, log })
  await posted(guessing, recovery('ana@example.org'))
  await send(guessing)
  expect((await mails(guessing))[0]).toMatchObject({
    status: 'waiting',
    problem: expect.stringMatching(/login|auth/i),
  })
  expect(trusted.received).toEqual([])
  // Once the operator has set it right, it goes out: here by a second server on the same data.
  await using right = await secondServices({
    ...guessing,
    options: { ...guessing.options, mail: { from, smtp: { ...wrong, password: 'right' } } },
  })
  guessing.clock.advance(seconds(60))
  await sendMails(right, never)
  expect(trusted.received).toMatchObject([{ to: ['ana@example.org'], secure: true }])
  expect(asked).toContain('sshore right')
  // Neither what opens an account nor what opens the mail server is in the log, nor whom it is for.
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toMatch(/top-secret|wrong-word|ana@example/)
})

test('without TLS where it is insisted on, nothing is said', async () => {
  await using smtp = await startMailServer()
  const { from, smtp: server } = smtp.options
  await using stack = await start({ mail: { from, smtp: { ...server, security: 'starttls' } } })
  await posted(stack, recovery('ana@example.org'))
  await send(stack)
  expect((await mails(stack))[0]).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(smtp.received).toEqual([])
  expect(smtp.connections).toBeGreaterThan(0)
})

test('without a mail server everything waits, with its link, until it is good for nothing', async () => {
  await using stack = await start({})
  await posted(stack, recovery('ana@example.org'))
  const { body, headers } = await stack.internal.listMails({ query: { status: 'waiting' } })
  expect(headers).toEqual({ 'X-Total-Count': '1', 'X-Mail-Server': 'none' })
  expect(body).toMatchObject([
    { recipient: 'ana@example.org', link: `${publicUrl}/update-password?id=1&token=top-secret`, attempts: 0 },
  ])
  // In the database itself nobody finds it.
  await using open = await stack.openDatabase()
  expect(JSON.stringify(await open.database.selectFrom('mails').selectAll().execute())).not.toContain('top-secret')
  // A mail server that is set up later sends what waited.
  await using smtp = await startMailServer()
  await using services = await secondServices({ ...stack, options: { ...stack.options, mail: smtp.options } })
  await sendMails(services, never)
  expect(smtp.received).toHaveLength(1)
  await posted(stack, recovery('ana@example.org'))
  stack.clock.advance(hours(limits.mail.recoveryHours))
  await sendMails(services, never)
  expect(smtp.received).toHaveLength(1)
  const [late] = await mails(stack)
  await expect(
    stack.internal.sendMailAgain({ params: { id: late?.id ?? expect.unreachable() } }),
  ).rejects.toMatchObject({ status: 409, code: 'mail_over' })
})

test('one address is not written to about the same again and again, and the outbox has a bound', async () => {
  await using stack = await start({})
  await using services = await secondServices(stack)
  const again = (letter: Letter) => transact(services.database, (database) => post(services, database, letter))
  for (let count = 0; count < limits.mail.perRecipientHour; count += 1) {
    expect(await again(recovery('ana@example.org'))).toBe(true)
  }
  expect(await again(recovery('ANA@example.org'))).toBe(false)
  expect(await again(recovery('bob@example.org'))).toBe(true)
  stack.clock.advance(hours(1))
  expect(await again(recovery('ana@example.org'))).toBe(true)
  const [row] = await services.database.selectFrom('mails').selectAll().limit(1).execute()
  if (!row) throw new Error('Nothing waits.')
  for (let count = 0; count < limits.mail.waitingMost; count += 500) {
    const many = Array.from({ length: 500 }, (_, index) => ({ ...row, id: `x-${count + index}` as typeof row.id }))
    await services.database.insertInto('mails').values(many).execute()
  }
  await expect(again(recovery('eve@example.org'))).rejects.toMatchObject({ code: 'mail_queue_full' })
  // What only tells what has happened keeps nothing from happening.
  const notice = {
    kind: 'password-changed',
    to: 'eve@example.org',
    language: 'en',
    facts: { username: 'eve' },
  } as const
  expect(await again(notice)).toBe(false)
})

test('two servers on one database send everything once', async () => {
  await using smtp = await startMailServer()
  await using stack = await start({})
  const options = { ...stack.options, mail: smtp.options }
  await using one = await secondServices({ ...stack, options })
  await using two = await secondServices({ ...stack, options })
  await posted(stack, ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => recovery(`${name}@example.org`)))
  await Promise.all([sendMails(one, never), sendMails(two, never)])
  expect(
    smtp.received
      .map(({ to }) => to[0]?.[0])
      .toSorted()
      .join(''),
  ).toBe('abcdef')
})

test('an administrator sees what is in mail only where nobody else hands it on, and that is written down', async () => {
  const root = async (stack: TestServer) => {
    await stack.signUp('root')
    await stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator: true } })
    return (await stack.signIn('root')).client
  }
  await using stack = await start({})
  await posted(stack, recovery('ana@example.org'))
  const client = await root(stack)
  expect((await client.listMails({ query: {} })).body).toMatchObject([{ link: expect.stringContaining('top-secret') }])
  const entries = async () => (await stack.internal.listAuditOf({ query: { per_page: 100 } })).body
  const read = (await entries()).filter(({ action }) => action === 'mail.read')
  expect(read).toMatchObject([{ actor: { kind: 'administrator', name: 'root' } }])
  expect(JSON.stringify(await entries())).not.toContain('top-secret')
  await using smtp = await startMailServer()
  await using sending = await start({ mail: smtp.options })
  await posted(sending, recovery('ana@example.org'))
  const { body } = await (await root(sending)).listMails({ query: {} })
  expect(body).toMatchObject([{ recipient: 'ana@example.org', subject: '', text: '', link: '' }])
  expect(await mails(sending)).toMatchObject([{ link: expect.stringContaining('top-secret') }])
  await expect(stack.anonymous.listMails({ query: {} })).rejects.toMatchObject({ status: 401 })
})
