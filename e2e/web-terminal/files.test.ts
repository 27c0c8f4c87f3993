// Files beside a terminal, by a real SFTP client over the WebSocket.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { BrowserTerminal, dialFiles, run, type UnixUser, unixUser, UpgradeRefused } from '@sshore/testkit'
import { webTerminal, webTerminalClose } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { oneDevice } from '../one-device.ts'
import { openTerminal, size } from './open-terminal.ts'

const one = oneDevice()
let user: UnixUser
beforeAll(async () => {
  user = await unixUser({ shell: '/bin/sh' })
})
afterAll(() => user[Symbol.asyncDispose]())

async function opened(): Promise<BrowserTerminal> {
  const terminal = await openTerminal(one, { username: user.name, password: user.password })
  await terminal.hears('ready')
  return terminal
}

interface Answered {
  readonly type: string
  readonly code?: string
}

/** Connected for files, with what the server answered to the token. */
async function files(token: string): Promise<{ lane: WebSocket; answer: Answered }> {
  const lane = await dialFiles(one.stack.url)
  const answered = once(lane, 'message')
  lane.send(JSON.stringify({ type: 'open', token }))
  const [content]: Buffer[] = await answered
  const answer: Answered = JSON.parse(content?.toString() ?? '')
  return { lane, answer }
}

/** Runs OpenSSH's sftp with the lane as its connection. */
async function sftpOver(lane: WebSocket, batch: string): Promise<{ code: number | null; stdout: string }> {
  const server = createServer((socket) => {
    socket.on('data', (bytes) => lane.send(bytes))
    lane.on('message', (bytes: Buffer) => void socket.write(bytes))
    socket.on('close', () => lane.close())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const file = join(one.stack.folder, `batch-${crypto.randomUUID()}`)
  await writeFile(file, batch)
  try {
    return await run('sftp', ['-b', file, '-D', `socat - TCP:127.0.0.1:${port}`])
  } finally {
    server.close()
  }
}

describe('files beside a terminal', () => {
  it('go both ways under the same login, byte for byte', async () => {
    using terminal = await opened()
    const { lane, answer } = await files((await terminal.hears('ready')).files)
    expect(answer).toEqual({ type: 'opened' })
    const local = join(one.stack.folder, `up-${crypto.randomUUID()}`)
    const content = randomBytes(5_000_000)
    await writeFile(local, content)
    const batch = ['pwd', `put ${local} up`, 'rename up moved', 'mkdir folder', 'ls -1', `get moved ${local}.back`]
    const { code, stdout } = await sftpOver(lane, [...batch, 'rmdir folder', 'rm moved', ''].join('\n'))
    expect(code).toBe(0)
    expect(stdout).toContain(user.home)
    expect(stdout).toMatch(/folder\s+moved/)
    expect(content.equals(await readFile(`${local}.back`))).toBe(true)
  })

  it('end with the terminal', async () => {
    using terminal = await opened()
    const { lane } = await files((await terminal.hears('ready')).files)
    const closed = once(lane, 'close')
    terminal.type('exit\n')
    const [code]: unknown[] = await closed
    expect(code).toBe(webTerminalClose.ended)
  })

  it('are for who has the token, and not more at a time than may be', async () => {
    using terminal = await opened()
    const { files: token, token: other } = await terminal.hears('ready')
    expect((await files(other)).answer).toMatchObject({ type: 'error', code: 'unknown_token' })
    for (let count = 0; count < webTerminal.filesPerSession; count += 1) {
      expect((await files(token)).answer).toEqual({ type: 'opened' })
    }
    expect((await files(token)).answer).toMatchObject({ type: 'error', code: 'too_many_files' })
  })

  it('belong to the window that has the terminal', async () => {
    using terminal = await opened()
    const { files: token, token: mine } = await terminal.hears('ready')
    const { lane } = await files(token)
    const closed = once(lane, 'close')
    using second = await BrowserTerminal.dial(one.stack.url)
    second.say({ type: 'resume', token: mine, ...size })
    await second.hears('ready')
    const [code]: unknown[] = await closed
    expect(code).toBe(webTerminalClose.takenOver)
  })

  it('are not opened from the page of another site', async () => {
    const dialled = dialFiles(one.stack.url, { origin: 'https://evil.example' })
    await expect(dialled).rejects.toBeInstanceOf(UpgradeRefused)
  })
})
