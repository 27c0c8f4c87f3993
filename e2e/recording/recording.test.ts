// Recordings as people meet them: what was on a terminal, byte for byte, and of programs without one that they ran.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features, type Recording, type RecordingPolicy } from '@sshore/contract'
import {
  newBrowserKey,
  remote,
  scp,
  ssh,
  sshore,
  sshWords,
  temporaryFolder,
  terminalSession,
  until,
  type TerminalSession,
} from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { downloaded, verified } from './downloads.ts'
import { openWithKey } from '../web-terminal/open-terminal.ts'

type One = ReturnType<typeof oneDevice>

async function setPolicy({ namespace }: One, policy: RecordingPolicy): Promise<void> {
  const { client } = namespace.owner
  const params = { tenant: namespace.tenantId }
  await client.updateNamespace({ params, body: { settings: { session_record_policy: policy } } })
}

/** The newest recording that `isIt`, once it has ended. */
const ended = ({ namespace }: One, isIt: (recording: Recording) => boolean): Promise<Recording> =>
  until('the recording has ended', async () => {
    const { body } = await namespace.owner.client.listRecordings({ query: { per_page: 100 } })
    const found = body.find(isIt)
    return found?.outcome === 'complete' ? found : undefined
  })

const where = ({ stack, namespace }: One) => ({ dataDir: join(stack.folder, 'server'), namespace: namespace.name })
const play = (of: One, recording: Recording, format: 'asciicast' | 'proof' | 'raw') =>
  downloaded(where(of), recording, format)
const verify = (of: One, recording: Recording) => verified(where(of), recording)

const linesOf = (cast: Buffer): [number, string, string][] =>
  cast
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as [number, string, string])

/** An ssh in a terminal, of which every byte is kept in a file on its way there. */
async function watched(one: One, words: readonly string[], file: string): Promise<TerminalSession> {
  const command = sshWords(one.device.target(), words, ['-tt'])
  return terminalSession(['bash', '-c', '"${@:2}" | tee "$1"', 'bash', file, ...command], { columns: 90, rows: 25 })
}

describe.each(features.recording)('in the %s edition', (edition) => {
  const one = oneDevice({ config: { edition } })
  beforeAll(() => setPolicy(one, 'best_effort'))

  it('an editor with colours, in a terminal that changes its size, is there byte for byte, and its words are found', async () => {
    await using folder = await temporaryFolder()
    const [kept, text] = [join(folder.path, 'kept'), join(folder.path, 'text')]
    const started = Date.now()
    await using session = await watched(one, [`vim -u NONE -c 'syntax on' -c 'set nomore' ${text}.c`], kept)
    await session.shows(/~/)
    await session.type('iint quetzalcoatl = 42\n/* a comment */')
    await session.shows(/a comment/)
    await session.resize(120, 40)
    await session.shows(/(?:~ *\n){30}/)
    await session.type('\u001B:q!\n')
    await until('the editor has ended', () => session.ended())
    const recording = await ended(one, ({ kind }) => kind === 'terminal')
    expect((await play(one, recording, 'raw')).equals(await readFile(kept))).toBe(true)
    expect(recording).toMatchObject({ lost_bytes: 0, policy: 'best_effort', username: 'root' })

    const cast = await play(one, recording, 'asciicast')
    expect(JSON.parse(cast.toString().split('\n')[0] ?? '')).toMatchObject({ version: 2, width: 90, height: 25 })
    const lines = linesOf(cast)
    expect(lines.filter(([, code]) => code === 'r').map(([, , size]) => size)).toContain('120x40')
    expect(lines.filter(([, code]) => code === 'm').map(([, , what]) => what)).toEqual([
      expect.stringMatching(/^exec vim /),
      'exit-status 0',
    ])
    expect(await verify(one, recording)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Intact') as unknown,
    })
    const { client } = one.namespace.owner
    const [hit] = await until('the word is found', async () => {
      const { body } = await client.searchRecordings({ query: { query: 'Quetzalcoatl' } })
      return body.length > 0 ? body : undefined
    })
    expect(hit).toMatchObject({ uid: recording.uid, seat: 0, text: expect.stringContaining('quetzalcoatl') as unknown })
    expect(hit?.second).toBeLessThan((Date.now() - started) / 1000)
    expect((await client.getSession({ params: { uid: recording.uid } })).body).toMatchObject({ recorded: true })
  })

  it('of a program without a terminal and of copies of files there is what ran and how it ended, and nothing more', async () => {
    const secret = 'correct-horse-battery-staple'
    expect(await ssh(one.device.target(), ['cat; exit 3'], { stdin: secret })).toMatchObject({
      code: 3,
      stdout: secret,
    })
    const ran = await ended(one, ({ kind }) => kind === 'command')
    const told = (await play(one, ran, 'asciicast')).toString()
    expect(told).toContain('exec cat; exit 3')
    expect(told).toContain('exit-status 3')
    expect(told).toContain(`bytes ${secret.length} from the client, ${secret.length} to it`)
    expect(told).not.toContain(secret)
    await using folder = await temporaryFolder()
    const copy = await scp(one.device.target(), [
      '/etc/hostname',
      remote(one.device.target(), join(folder.path, 'copy')),
    ])
    expect(copy).toMatchObject({ code: 0 })
    const copied = await ended(one, ({ uid, kind }) => kind === 'command' && uid !== ran.uid)
    expect((await play(one, copied, 'asciicast')).toString()).toContain('subsystem sftp')
    await writeFile(join(folder.path, 'proof'), await play(one, copied, 'proof'))
    const { body: key } = await one.namespace.owner.client.getRecordingKey()
    await writeFile(join(folder.path, 'key.pem'), key.public_key)
    const offline = ['recording', 'verify', '--file', join(folder.path, 'proof'), '--key', join(folder.path, 'key.pem')]
    expect(await sshore(offline)).toMatchObject({ code: 0, stdout: expect.stringContaining('Intact') as unknown })
  })

  it('a terminal in the browser is recorded too, and a member without the right sees none of it', async () => {
    const key = await newBrowserKey()
    const { fingerprint } = await one.stack.seed.publicKey(one.namespace, key.line)
    using terminal = await openWithKey(one, key, fingerprint, 'root')
    const { session } = await terminal.hears('ready')
    terminal.type('printf "in %s\\n" a-browser; exit 4\n')
    await terminal.isClosed()
    const recording = await ended(one, ({ uid }) => uid === session)
    expect((await play(one, recording, 'raw')).equals(terminal.output)).toBe(true)
    expect(terminal.shown).toContain('in a-browser')
    expect(linesOf(await play(one, recording, 'asciicast')).at(-1)).toMatchObject([
      expect.any(Number),
      'm',
      'exit-status 4',
    ])
    const member = await one.stack.seed.member(one.namespace, 'operator')
    await expect(member.client.listRecordings()).rejects.toMatchObject({ status: 403 })
  })

  it('what is required is recorded, and what is switched off is not', async () => {
    const { client } = one.namespace.owner
    const count = async () => (await client.listRecordings()).headers['X-Total-Count']
    await setPolicy(one, 'required')
    const before = Number(await count())
    expect(await ssh(one.device.target(), ['echo in; cat'], { stdin: 'at once' })).toMatchObject({
      ...{ code: 0, stdout: 'in\nat once' },
    })
    expect(await ended(one, ({ policy }) => policy === 'required')).toMatchObject({ kind: 'command' })
    await setPolicy(one, 'off')
    expect(await ssh(one.device.target(), ['echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
    expect(await count()).toBe(String(before + 1))
    await setPolicy(one, 'best_effort')
  })
})

describe('in the edition without', () => {
  const one = oneDevice()

  it('nothing is recorded whatever the setting, and the calls say that they are not there', async () => {
    await setPolicy(one, 'required')
    expect(await ssh(one.device.target(), ['echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
    await expect(one.namespace.owner.client.listRecordings()).rejects.toMatchObject({
      status: 404,
      code: 'feature_absent',
    })
    const { body: sessions } = await one.namespace.owner.client.listSessions()
    expect(sessions.map(({ recorded }) => recorded)).toEqual(sessions.map(() => false))
  })
})
