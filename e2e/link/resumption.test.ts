// The device's TCP connection breaks under a running shell and running copies; ssh clients notice nothing but a pause.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createCutter,
  type Cutter,
  quoted,
  sha256,
  shell,
  type SshTarget,
  sshWords,
  terminalSession,
  until,
} from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()
const bytes = 192 * 1024 * 1024
// `head` ends the cipher with a broken pipe, which is no failure.
const generator = `(openssl enc -aes-128-ctr -K 0f0e0d0c0b0a09080706050403020100 -iv 00000000000000000000000000000000 -in /dev/zero 2>/dev/null | head -c ${bytes}; true)`
const size = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  )

interface Copies {
  readonly down: string
  readonly up: string
  readonly done: Promise<void>
  sizes(): Promise<readonly [number, number]>
}

/** A download and an upload at the same time, slow enough to be caught in the middle. */
function startCopies(target: SshTarget, name: string): Copies {
  const down = join(one.stack.folder, `${name}-down`)
  const up = join(one.stack.folder, `${name}-up`)
  const slowly = `(for i in $(seq 48); do dd bs=4M count=1 iflag=fullblock status=none; sleep 0.05; done)`
  const words = (command: string): string => sshWords(target, [command]).map(quoted).join(' ')
  const download = shell(`${words(`${generator} | ${slowly}`)} > ${quoted(down)}`, { seconds: 170 })
  const upload = shell(`${generator} | ${slowly} | ${words(`cat > ${quoted(up)}`)}`, { seconds: 170 })
  return {
    down,
    up,
    done: Promise.all([download, upload]).then((ran) => {
      expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
        { code: 0, stderr: '' },
        { code: 0, stderr: '' },
      ])
    }),
    sizes: () => Promise.all([size(down), size(up)]),
  }
}

async function goesThrough(breakLink: (cutter: Cutter) => Promise<void>, name: string): Promise<void> {
  await using cutter = await createCutter({ host: '127.0.0.1', port: one.stack.httpPort })
  await using device = await one.stack.addDevice(one.namespace, {
    server: `http://127.0.0.1:${cutter.port}`,
    hostname: name,
  })
  await using terminal = await terminalSession(sshWords(device.target(), [], ['-tt']))
  await terminal.shows(/[#$]$/m)
  await terminal.type('value=kept\n')
  const copies = startCopies(device.target(), name)
  await until('both copies run', async () => (await copies.sizes()).every((done) => done > 8_000_000))
  const portsBefore = new Set(cutter.sourcePorts)

  await breakLink(cutter)
  await pause(1000)
  const during = await copies.sizes()
  expect(Math.max(...during)).toBeLessThan(bytes)
  await terminal.type('echo typed meanwhile, $value\n')
  await pause(28_000)
  // Nothing moves while the link is away: what arrives later has been kept for it.
  expect(await copies.sizes()).toEqual(during)
  expect(await terminal.screen()).not.toMatch(/^typed meanwhile/m)

  cutter.restore()
  await terminal.shows(/^typed meanwhile, kept$/m, 60)
  await copies.done
  const expected = (await shell(`${generator} | openssl dgst -sha256 -r | cut -c1-64`)).stdout.trim()
  expect(sha256(await readFile(copies.down))).toBe(expected)
  expect(sha256(await readFile(copies.up))).toBe(expected)
  expect(cutter.sourcePorts.some((port) => !portsBefore.has(port))).toBe(true)
  await terminal.type('exit\n')
  await until('the shell has ended', () => terminal.ended())
}

// Most of the time is waiting: both breaks wait together.
describe.concurrent('a shell and two copies', () => {
  it('go on when the link is cut for 30 s and returns from another port', async () => {
    await goesThrough(async (cutter) => cutter.cut(), 'cut')
  })

  it('go on when the network swallows everything for 30 s without a word', async () => {
    await goesThrough(async (cutter) => cutter.freeze(), 'frozen')
  })
})
