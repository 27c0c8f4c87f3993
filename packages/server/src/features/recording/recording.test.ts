import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@sshore/client'
import type { BodyOf, contract, SessionUid } from '@sshore/contract'
import { encodeEvents, type RecordedEvent, Verifier } from '@sshore/recording'
import { compress, proofsBy } from '@sshore/recording/node'
import { expect, test } from 'vitest'
import { startTestS3 } from '../../platform/blobs/testing-s3-store.ts'
import { acceptedDevice, openSession, secondServices } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { dropExpired, endAbandoned, makeSearchable } from './upkeep.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>
const goesOn = new AbortController().signal

async function recordedSeat(stack: TestServer, member: Member, seat = 0) {
  const { uid: device } = await acceptedDevice(stack, member, { hostname: `pi-${seat}-${member.user}` })
  const uid = await openSession(stack, device)
  const params = { uid, seat }
  const opening: BodyOf<typeof contract.openRecording> = {
    ...{ kind: 'terminal', policy: 'required', term: 'xterm', columns: 80, rows: 24 },
  }
  const open = () => stack.internal.openRecording({ params, body: opening })
  let [number, bytes] = [0, 0]
  const add = async (events: RecordedEvent[], told = number + 1) => {
    number = told
    bytes += events.reduce((sum, event) => sum + (event.kind === 'output' ? event.bytes.length : 0), 0)
    const content = (await compress(encodeEvents(events))).toString('base64')
    const body = { content, milliseconds: events.at(-1)?.at ?? 0, bytes, lost_bytes: 0 }
    await stack.internal.appendRecording({ params: { ...params, number: told }, body })
  }
  const finish = () => stack.internal.finishRecording({ params, body: { milliseconds: 9000, bytes, lost_bytes: 0 } })
  return { uid, device, params, open, add, finish }
}

const output = (at: number, text: string): RecordedEvent => ({ kind: 'output', at, bytes: Buffer.from(text) })

/** As a client puts it together. */
async function downloaded({ client }: Member, uid: SessionUid, seat = 0): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let position = 0; ;) {
    const { body } = await client.readRecording({ params: { uid, seat }, query: { position } })
    pieces.push(Buffer.from(body.content, 'base64'))
    if (body.ended || body.content === '') return Buffer.concat(pieces)
    position = body.next
  }
}

async function verdictOf(member: Member, bytes: Uint8Array) {
  const { public_key } = (await member.client.getRecordingKey()).body
  const verifier = new Verifier(proofsBy(createPublicKey(public_key)))
  verifier.feed(bytes)
  return verifier.verdict()
}

const fetched = async (stack: TestServer, member: Member, path: string): Promise<string> =>
  (await stack.server.transport({ method: 'GET', path, headers: { authorization: `Bearer ${member.token}` } })).text

async function storedFile({ options }: TestServer): Promise<string> {
  const folder = join(options.dataDir, 'recordings')
  const names = await readdir(folder, { recursive: true })
  const name = names.find((each) => each.endsWith('.rec'))
  if (name === undefined) throw new Error('Nothing is stored.')
  return join(folder, name)
}

test('a recording is listed, played, proved and removed, and its session says that there is one', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add, finish, params } = await recordedSeat(stack, ana)
  const recorded = async () => (await ana.client.getSession({ params: { uid } })).body.recorded
  expect(await recorded()).toBe(false)
  await open()
  expect(await recorded()).toBe(true)
  await add([output(10, 'first '), { kind: 'resize', at: 20, columns: 100, rows: 30 }])
  await add([output(1500, 'ünd second')])
  const [running] = (await ana.client.listRecordings({ query: { session: uid } })).body
  expect(running).toMatchObject({ uid, seat: 0, outcome: 'running', username: 'root', policy: 'required' })
  await finish()
  const [ended] = (await ana.client.listRecordings()).body
  expect(ended).toMatchObject({ outcome: 'complete', bytes: 17, milliseconds: 9000, blocks: 3, lost_bytes: 0 })

  const [head = '', ...lines] = (await fetched(stack, ana, `/api/sessions/${uid}/records/0`)).trim().split('\n')
  expect(JSON.parse(head)).toMatchObject({ version: 2, width: 80, height: 24 })
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    [0.01, 'o', 'first '],
    [0.02, 'r', '100x30'],
    [1.5, 'o', 'ünd second'],
  ])
  expect(await verdictOf(ana, await downloaded(ana, uid))).toMatchObject({ intact: true, blocks: 3 })

  await ana.client.deleteRecord({ params })
  await expect(ana.client.deleteRecord({ params })).rejects.toMatchObject({ status: 404, code: 'recording_not_found' })
  expect(await recorded()).toBe(false)
  const told = (await ana.client.listAudit()).body.map(({ action }) => action)
  expect(told).toEqual(expect.arrayContaining(['recording.play', 'recording.remove']))
})

test('nothing in the store says what was on the screen, and a changed byte is named', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add, finish } = await recordedSeat(stack, ana)
  await open()
  for (let block = 0; block < 3; block += 1) await add([output(block, `open sesame ${block}`)])
  await finish()
  const path = await storedFile(stack)
  const stored = await readFile(path)
  expect(stored.includes('sesame')).toBe(false)
  expect((await fetched(stack, ana, `/api/sessions/${uid}/records/0`)).includes('sesame')).toBe(true)

  const changed = Buffer.from(stored)
  const middle = stored.length - 300
  changed[middle] = (changed[middle] ?? 0) ^ 1
  await writeFile(path, changed)
  await expect(downloaded(ana, uid)).rejects.toMatchObject({
    ...{ status: 409, code: 'recording_broken' },
    message: expect.stringMatching(/Block [234] \(byte \d+/) as string,
  })
  await writeFile(path, stored.subarray(0, -10))
  expect((await verdictOf(ana, await downloaded(ana, uid))).problem).toMatch(/^It has no end/)
  await writeFile(path, stored)
  expect((await verdictOf(ana, await downloaded(ana, uid))).problem).toBe('')
  const foreign = new Verifier(proofsBy(generateKeyPairSync('ed25519').publicKey))
  foreign.feed(await downloaded(ana, uid))
  expect(foreign.verdict().intact).toBe(false)
})

test('a block told twice is there once, one out of its turn is refused, and nothing follows the end', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add, finish } = await recordedSeat(stack, ana)
  await expect(add([output(0, 'early')])).rejects.toMatchObject({ status: 404 })
  await open()
  await open()
  await expect(add([output(0, 'x')], 2)).rejects.toMatchObject({ code: 'recording_order' })
  await add([output(0, 'once')], 1)
  await add([output(0, 'once')], 1)
  await finish()
  await add([output(0, 'late')], 2)
  await finish()
  const text = await fetched(stack, ana, `/api/sessions/${uid}/records/0`)
  expect(text.match(/once/g)).toHaveLength(1)
  expect(text).not.toContain('late')
})

test('words that were on a screen are found with session and second, in their own namespace alone', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const one = await recordedSeat(stack, ana)
  await one.open()
  await one.add([output(500, '$ ls\r\n'), output(61_500, '\u001B[3;1HGrüne \u001B[32mEidechse\u001B[0m')])
  await one.finish()
  const other = await recordedSeat(stack, bob)
  await other.open()
  await other.add([output(0, 'grüne Eidechse')])
  await other.finish()
  await using services = await secondServices(stack)
  await makeSearchable(services, goesOn)
  const find = async (query: string, { client } = ana) => client.searchRecordings({ query: { query } })
  const { body, headers } = await find('EIDECHSE grüne')
  expect(body).toMatchObject([{ uid: one.uid, seat: 0, second: 61.5, text: 'Grüne Eidechse', username: 'root' }])
  expect(headers['X-Total-Count']).toBe('1')
  expect((await find('eidechse', bob)).body).toMatchObject([{ uid: other.uid, second: 0 }])
  for (const nothing of ['krokodil', 'eidechse krokodil', '"', '* OR *', "'; drop table recordings; --"]) {
    expect((await find(nothing)).body).toEqual([])
  }
  // What is found was on a screen, so that it is told who looked.
  const searches = (await ana.client.listAudit()).body.filter(({ action }) => action === 'recording.search')
  expect(searches).toMatchObject([{ actor: { name: 'ana' }, after: { recordings: [`${one.uid}/0`], found: 1 } }])
  await ana.client.deleteRecord({ params: one.params })
  expect((await find('eidechse')).body).toEqual([])
})

test('a recording whose gateway went away is ended, and says so', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add } = await recordedSeat(stack, ana)
  await open()
  await add([output(0, 'half')])
  await using services = await secondServices(stack)
  await endAbandoned(services)
  expect((await ana.client.listRecordings()).body).toMatchObject([{ outcome: 'running' }])
  await stack.internal.finishSession({ params: { uid } })
  stack.clock.advance(120_000)
  await endAbandoned(services)
  expect((await ana.client.listRecordings()).body).toMatchObject([{ outcome: 'interrupted', blocks: 2 }])
  expect(await verdictOf(ana, await downloaded(ana, uid))).toMatchObject({ intact: true })
})

test('a recording whose last block was written in part goes on after the last whole one', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add } = await recordedSeat(stack, ana)
  await open()
  await add([output(0, 'one')])
  await add([output(1, 'two')])
  const path = await storedFile(stack)
  await writeFile(path, (await readFile(path)).subarray(0, -7))
  await using services = await secondServices(stack)
  await stack.internal.finishSession({ params: { uid } })
  stack.clock.advance(120_000)
  await endAbandoned(services)
  expect(await verdictOf(ana, await downloaded(ana, uid))).toMatchObject({ intact: true, blocks: 2 })
  expect(await fetched(stack, ana, `/api/sessions/${uid}/records/0`)).not.toContain('two')
})

test('a recording of which the store has nothing, or nothing whole, is ended and can be removed', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, params, open, add } = await recordedSeat(stack, ana)
  const broken = await recordedSeat(stack, ana, 1)
  await open()
  await add([output(0, 'one')])
  await rm(await storedFile(stack))
  await broken.open()
  await broken.add([output(0, 'one')])
  const path = await storedFile(stack)
  await writeFile(path, (await readFile(path)).fill(0, 4, 40))
  await using services = await secondServices(stack)
  for (const session of [uid, broken.uid]) await stack.internal.finishSession({ params: { uid: session } })
  stack.clock.advance(120_000)
  expect((await ana.client.listRecordings()).body).toMatchObject([{ outcome: 'running' }, { outcome: 'running' }])
  await endAbandoned(services)
  expect((await ana.client.listRecordings()).body).toMatchObject([
    { outcome: 'interrupted' },
    { outcome: 'interrupted' },
  ])
  await makeSearchable(services, goesOn)
  await ana.client.deleteRecord({ params })
  await ana.client.deleteRecord({ params: broken.params })
  expect((await ana.client.listRecordings()).body).toEqual([])
})

test('recordings are dropped when they are old, and go with their namespace but not with their device', async () => {
  await using stack = await startTestServer({ recordingRetentionDays: 30 })
  const ana = await stack.signUp('ana')
  const [first, second] = [await recordedSeat(stack, ana, 0), await recordedSeat(stack, ana, 1)]
  await first.open()
  await first.finish()
  stack.clock.advance(29 * 24 * 3_600_000)
  await second.open()
  await second.finish()
  const again = async () => ({ ...ana, ...(await stack.signIn('ana')) })
  await (await again()).client.removeDevice({ params: { uid: second.device } })
  await using services = await secondServices(stack)
  await dropExpired(services)
  expect((await (await again()).client.listRecordings()).body).toHaveLength(2)
  stack.clock.advance(2 * 24 * 3_600_000)
  await dropExpired(services)
  const later = await again()
  expect((await later.client.listRecordings()).body).toMatchObject([{ uid: second.uid }])
  expect(await verdictOf(later, await downloaded(later, second.uid, 1))).toMatchObject({ intact: true })
  await later.client.deleteNamespace({ params: { tenant: ana.tenantId } })
  await expect.poll(() => storedFile(stack).catch(() => 'gone')).toBe('gone')
})

test('calls write recordings of their own, and none of the gateway', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, params } = await recordedSeat(stack, ana)
  await open()
  const frame = { uid, seat: 0, message: 'forged', width: 80, height: 24 }
  await expect(ana.client.createRecordFrame({ params, body: frame })).rejects.toMatchObject({
    ...{ status: 409, code: 'recording_of_gateway' },
  })
  await expect(ana.client.deleteRecord({ params })).rejects.toMatchObject({ status: 409, code: 'recording_runs' })
  const own = { uid, seat: 7 }
  await expect(ana.client.createRecordFrame({ params: own, body: frame })).rejects.toMatchObject({ status: 400 })
  for (const message of ['a', 'b', 'c']) {
    // The row says less than there is between its writes; what is counted is not lost.
    if (message === 'c') stack.clock.advance(10_000)
    await ana.client.createRecordFrame({ params: own, body: { ...frame, seat: 7, message } })
  }
  const text = await fetched(stack, ana, `/api/sessions/${uid}/records/7`)
  expect(text).toMatch(/"o","a"[^]*"o","b"[^]*"o","c"/)
  expect((await ana.client.listRecordings({ query: { session: uid } })).body).toMatchObject([
    { seat: 7, source: 'api', bytes: 3, blocks: 3 },
    { seat: 0, source: 'gateway' },
  ])
})

test('the policy is one setting of three values, and the older one switches it on and off', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const params = { tenant: ana.tenantId }
  const set = async (settings: object) =>
    (await ana.client.updateNamespace({ params, body: { settings } })).body.settings
  expect(await set({ session_record: true })).toMatchObject({
    session_record: true,
    session_record_policy: 'best_effort',
  })
  expect(await set({ session_record_policy: 'required' })).toMatchObject({
    ...{ session_record: true, session_record_policy: 'required' },
  })
  expect(await set({ session_record: false })).toMatchObject({ session_record: false, session_record_policy: 'off' })
  expect(await set({ session_record: true })).toMatchObject({ session_record_policy: 'required' })
})

test('what a screen shows is told to those who watch, until the end', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { port } = await stack.server.listen('127.0.0.1', 0)
  const { uid, open, add, finish } = await recordedSeat(stack, ana)
  await open()
  await add([output(0, 'before')])
  const reply = await fetch(`http://127.0.0.1:${port}/api/sessions/${uid}/records/0/live`, {
    headers: { authorization: `Bearer ${ana.token}` },
  })
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
  let told = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of reply.body ?? []) told += decoder.decode(chunk)
  })()
  await expect.poll(() => told).toContain('before')
  await add([output(10, 'after')])
  await expect.poll(() => told).toContain('after')
  await finish()
  await reading
  expect(told).toMatch(/event: end\ndata: {"reason":"over"}\n\n$/)
})

test('recordings in an S3 store are the same, and a store that is away is told as such', async () => {
  await using s3 = await startTestS3()
  await using stack = await startTestServer({ recordingStore: s3.store })
  const ana = await stack.signUp('ana')
  const { uid, open, add, finish, params } = await recordedSeat(stack, ana)
  await open()
  await add([output(0, 'far ')])
  await add([output(10, 'away')])
  await finish()
  expect(await verdictOf(ana, await downloaded(ana, uid))).toMatchObject({ intact: true, blocks: 3 })
  expect(await fetched(stack, ana, `/api/sessions/${uid}/records/0`)).toMatch(/"o","far "[^]*"o","away"/)
  await ana.client.deleteRecord({ params })
  stack.clock.advance(1)
  await open()
  await s3.stop()
  await expect(add([output(0, 'lost')], 1)).rejects.toMatchObject({ status: 503, code: 'recording_unavailable' })
})

test('frames that a client wrote beforehand do not keep a seat from being recorded', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add, finish, params } = await recordedSeat(stack, ana)
  const frame = { uid, seat: 0, message: 'nothing to see', width: 80, height: 24 }
  await ana.client.createRecordFrame({ params, body: frame })
  await open()
  await add([output(10, 'what was really done')])
  await finish()
  const shown = await fetched(stack, ana, `/api/sessions/${uid}/records/0`)
  expect(shown).toContain('what was really done')
  expect(shown).not.toContain('nothing to see')
  expect((await ana.client.listRecordings()).body).toMatchObject([{ source: 'gateway', policy: 'required' }])
  expect(await verdictOf(ana, await downloaded(ana, uid))).toMatchObject({ intact: true, blocks: 2 })
  expect((await ana.client.listAudit()).body.map(({ action }) => action)).toContain('recording.remove')
  await expect(ana.client.createRecordFrame({ params, body: frame })).rejects.toMatchObject({
    code: 'recording_of_gateway',
  })
})

test('who reads a recording is written down once, also when they leave its beginning out', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid, open, add, finish } = await recordedSeat(stack, ana)
  await open()
  await add([output(10, 'for few eyes')])
  await finish()
  const params = { uid, seat: 0 }
  const { next } = (await ana.client.readRecording({ params, query: { position: 0 } })).body
  const { id: key } = (await ana.client.createApiKey({ body: { name: 'reader', expires_at: 30 } })).body
  const reader = createClient(stack.server.transport, () => ({ 'X-API-Key': key }))
  const plays = async () => {
    const { body } = await ana.client.listAudit()
    return body.filter(({ action }) => action === 'recording.play').map(({ actor }) => actor.name)
  }
  await ana.client.readRecording({ params, query: { position: next } })
  expect(await plays()).toEqual(['ana'])
  for (const _ of [1, 2]) await reader.readRecording({ params, query: { position: next } })
  expect((await plays()).toSorted()).toEqual(['ana', 'reader'])
})
