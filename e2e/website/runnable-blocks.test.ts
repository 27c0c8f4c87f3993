import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cleanEnvironment,
  newKey,
  repositoryRoot,
  run,
  type ServerProcess,
  sshore,
  startServerProcess,
  temporaryFolder,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markedBlocks } from './runnable-blocks.ts'

const runnable = (await markedBlocks()).filter(({ mark }) => mark === 'run')
const pages = [...new Set(runnable.map(({ page }) => page))]
const password = 'correct-horse'

const held = new AsyncDisposableStack()
let home: string
let server: ServerProcess
let environment: Record<string, string | undefined>

/** Each page begins with keys that nobody has registered. */
async function freshKeys(): Promise<void> {
  for (const name of ['.ssh/id_ed25519', 'other']) {
    const { path } = await newKey(home)
    await copyFile(`${path}.pub`, join(home, `${name}.pub`))
  }
}

async function tokenOf(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'ada', password })
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { token: string }).token
}

/** Each line is looked at: a call that is refused fails the block, as one would want of a line that a page gives. */
const preamble = 'curl() { command curl --fail "$@"; }'

/** What the pages suppose: a server, Ada with the namespace acme, a device that is accepted and two that wait, and a key. */
async function suppose(): Promise<void> {
  const own = { ...settings, SSHORE_DATA_DIR: server.dataDir }
  const url = `http://127.0.0.1:${server.httpPort}`
  const must = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await sshore(words, own)
    expect(code, `${words.join(' ')}\n${stderr}`).toBe(0)
    return stdout
  }
  await must('user', 'create', 'ada', password, 'ada@example.com')
  await must('user', 'create', 'linus', password, 'linus@example.com')
  await must('namespace', 'create', 'acme', '--owner', 'ada')
  const shown = JSON.parse(await must('namespace', 'show', 'acme', '--json')) as { tenant_id: string }
  const names = ['router', 'lab-1', 'lab-2']
  for (const [number, hostname] of names.entries()) {
    const key = Buffer.alloc(32, number + 1).toString('base64')
    const reply = await fetch(`${url}/api/devices/auth`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        info: { id: 'debian', pretty_name: 'Debian', version: '0.1.0', arch: 'amd64', platform: 'native' },
        hostname,
        identity: { mac: `02:42:ac:11:00:0${number + 1}` },
        public_key: `-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA${key}\n-----END PUBLIC KEY-----\n`,
        tenant_id: shown.tenant_id,
        sessions: [],
      }),
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
  }
  await must('device', 'accept', 'acme', 'router')
  const made = JSON.parse(await must('api-key', 'create', 'acme', 'docs', '--json')) as { id?: string; key?: string }
  environment = {
    ...cleanEnvironment(own),
    HOME: home,
    PATH: `${join(repositoryRoot, 'packages/sshore/bin')}:${process.env['PATH'] ?? ''}`,
    SSHORE: url,
    SSHORE_KEY: made.id ?? made.key ?? '',
    SSHORE_PASSWORD: password,
    SSHORE_TOKEN: await tokenOf(url),
    TENANT: shown.tenant_id,
  }
}

const settings = {
  SSHORE_EDITION: 'enterprise',
  SSHORE_PUBLIC_URL: 'http://sshore.example.com',
  SSHORE_TUNNELS_DOMAIN: 'tunnels.example.net',
}

beforeAll(async () => {
  home = held.use(await temporaryFolder()).path
  const data = held.use(await temporaryFolder()).path
  server = held.use(await startServerProcess(data, undefined, settings))
  await mkdir(join(home, '.ssh'), { recursive: true })
  await suppose()
})
afterAll(() => held.disposeAsync())

describe('blocks that say that they run', () => {
  it('are there', () => {
    expect(runnable.length).toBeGreaterThan(40)
  })

  // A page of many commands on a busy machine: each command is a process that starts anew.
  it.each(pages)('run: %s', { timeout: 200_000 }, async (page) => {
    await freshKeys()
    const script = runnable.filter((block) => block.page === page).map(({ text }) => text)
    const said = await run('/bin/bash', ['-euo', 'pipefail', '-c', [preamble, ...script].join('\n')], {
      environment,
      cwd: home,
      seconds: 180,
    })
    expect(said.code, `${script.join('\n')}\n---\n${said.stdout}\n${said.stderr}`).toBe(0)
  })

  it('would fail the test if one did', async () => {
    const { code } = await run('/bin/bash', ['-euo', 'pipefail', '-c', 'sshore device list nowhere\ntrue'], {
      environment,
    })
    expect(code).not.toBe(0)
  })
})
