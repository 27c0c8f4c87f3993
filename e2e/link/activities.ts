// What people do over one device at the same time while the weather turns: each checks its own bytes.
import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import {
  quoted,
  type Ran,
  sftp,
  sha256,
  shell,
  sshInBackground,
  type SshTarget,
  sshWords,
  terminalSession,
  until,
} from '@sshore/testkit'
import { expect } from 'vitest'

export interface Activity {
  readonly name: string
  /** Bytes of its own that have arrived so far. */
  progress(): Promise<number>
  /** Fails unless everything arrived, byte for byte. */
  readonly done: Promise<unknown>
}

export interface Ground {
  readonly folder: string
  readonly target: SshTarget
  /** What is sent and fetched. */
  readonly bytes: number
  /** Where the device reaches this machine. */
  readonly here: string
  readonly seconds: number
}

export interface Typist extends AsyncDisposable {
  /** Types while nothing arrives; the answer comes when the weather clears. */
  typeMeanwhile(): Promise<void>
  finish(): Promise<void>
  /** Whether what was typed meanwhile has been answered. */
  answered(): Promise<boolean>
}

const size = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  )

const fine = (ran: Ran): void => expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' })

async function sameAs(source: string, copy: string): Promise<void> {
  const [expected, found] = await Promise.all([readFile(source), readFile(copy)])
  expect(sha256(found)).toBe(sha256(expected))
}

async function copies(ground: Ground, source: string): Promise<Activity[]> {
  const { folder, target, seconds } = ground
  const words = (command: string): string => sshWords(target, [command]).map(quoted).join(' ')
  const up = join(folder, 'up')
  const down = join(folder, 'down')
  const [put, got] = [join(folder, 'put'), join(folder, 'got')]
  const upload = shell(`${words(`cat > ${quoted(up)}`)} < ${quoted(source)}`, { seconds })
  const download = shell(`${words(`cat ${quoted(source)}`)} > ${quoted(down)}`, { seconds })
  const batch = sftp(target, `get ${source} ${got}\nput ${source} ${put}\n`, { seconds })
  return [
    { name: 'copy up', progress: () => size(up), done: upload.then(fine).then(() => sameAs(source, up)) },
    { name: 'copy down', progress: () => size(down), done: download.then(fine).then(() => sameAs(source, down)) },
    {
      name: 'sftp',
      progress: () => size(got),
      done: batch
        .then((ran) => expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' }))
        .then(() => Promise.all([sameAs(source, got), sameAs(source, put)])),
    },
  ]
}

/** A connection through `ssh -L` to a server that echoes; what is sent comes back while it is sent. */
async function forward(ground: Ground, source: Buffer, undo: AsyncDisposableStack): Promise<Activity> {
  const { target, here } = ground
  const echo = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => echo.listen(0, here, resolve))
  undo.defer(() => new Promise<void>((resolve) => echo.close(() => resolve())))
  const port = (server: ReturnType<typeof createServer>): number => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const local = port(probe)
  await new Promise((resolve) => probe.close(resolve))
  undo.use(sshInBackground(target, [], ['-N', '-L', `${local}:${here}:${port(echo)}`]))
  const socket = await until('ssh listens', () => {
    const attempt = connect({ host: '127.0.0.1', port: local, allowHalfOpen: true })
    return new Promise<typeof attempt | undefined>((resolve) => {
      attempt.once('connect', () => resolve(attempt))
      attempt.once('error', () => resolve(undefined))
    })
  })
  undo.defer(() => void socket.destroy())
  const received: Buffer[] = []
  let bytes = 0
  socket.on('data', (chunk) => {
    received.push(chunk)
    bytes += chunk.length
  })
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve)
    socket.once('error', reject)
  })
  socket.end(source)
  const done = ended.then(() => expect(sha256(Buffer.concat(received))).toBe(sha256(source)))
  return { name: 'ssh -L', progress: () => Promise.resolve(bytes), done }
}

export async function startActivities(ground: Ground, undo: AsyncDisposableStack): Promise<Activity[]> {
  const source = join(ground.folder, 'source')
  const content = randomBytes(ground.bytes)
  await writeFile(source, content)
  return [...(await copies(ground, source)), await forward(ground, content, undo)]
}

/** Whether each of them has sent something already, so that the weather catches it in the middle. */
export async function allRun(activities: readonly Activity[]): Promise<boolean> {
  const sizes = await Promise.all(activities.map((activity) => activity.progress()))
  return sizes.every((bytes) => bytes > 32_768)
}

export async function startTypist(target: SshTarget): Promise<Typist> {
  const terminal = await terminalSession(sshWords(target, [], ['-tt']))
  await terminal.shows(/[#$]$/m, 60)
  await terminal.type('value=kept\n')
  const answered = async (): Promise<boolean> => /^typed meanwhile, kept$/m.test(await terminal.screen())
  return {
    typeMeanwhile: () => terminal.type('echo typed meanwhile, $value\n'),
    answered,
    async finish() {
      await terminal.shows(/^typed meanwhile, kept$/m, 60)
      await terminal.type('exit\n')
      await until('the shell has ended', () => terminal.ended())
    },
    [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
  }
}
