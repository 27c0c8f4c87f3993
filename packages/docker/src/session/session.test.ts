// One program of one stream, with programs of this machine in place of those of a container.
import { everyForwarding, type SessionHeader, type StreamMessage } from '@sshore/contract'
import { type LinkStream, lanes } from '@sshore/link'
import { expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { localEngine } from '../testing/local-exec.ts'
import { timers } from '../testing/test-timers.ts'
import type { Login } from '../login/login.ts'
import { openSession } from './session.ts'

const account = { username: 'ann', user: 'ann', uid: 0, home: '/', shell: '/bin/sh' }
const path = { PATH: '/usr/bin:/bin' }

function login(): Login & { end(): void } {
  const ends = new Set<(why: string) => void>()
  const client = { address: '192.0.2.1', port: 1 }
  const proof = { kind: 'password', password: '' } as const
  return {
    account,
    header: {
      kind: 'login',
      username: 'ann',
      proof,
      sessionUid: '',
      client,
      server: client,
      forwarding: everyForwarding,
    },
    own: (end) => {
      ends.add(end)
      return () => void ends.delete(end)
    },
    get owned() {
      return ends.size
    },
    end: () => {
      for (const end of ends) end('the login ended')
    },
  }
}

/** A stream with nobody at its other end but the test. */
function stream(command: string) {
  const output = ['', '']
  const messages: StreamMessage[] = []
  const { promise: over, resolve } = Promise.withResolvers<string>()
  const header: SessionHeader = { kind: 'session', login: 1, program: { kind: 'exec', command }, environment: {} }
  const made: LinkStream = {
    id: 2,
    header,
    handler: { onData() {}, onMessage() {}, onEnd() {}, onDrain() {}, onClose() {} },
    write: (chunk, lane = lanes.main) => {
      output[lane] += Buffer.from(chunk).toString('latin1')
      return true
    },
    message: (message) => void messages.push(message),
    end: () => undefined,
    consumed: () => undefined,
    close: () => resolve('closed'),
    reset: (reason, detail = '') => resolve(`${reason}: ${detail}`),
  }
  return { made, header, output, messages, over }
}

const log = { info: () => undefined, warn: () => undefined }
const engineOf = (exec: Engine['exec'], running = true): Engine => {
  const absent = async () => {
    throw new EngineFailure('refused', 'The engine refused: no')
  }
  return {
    where: 'here',
    info: absent,
    list: absent,
    follow: absent,
    readFile: absent,
    exists: absent,
    isRunning: async () => running,
    exec,
  }
}

const local = localEngine(['/bin/sh'], path)
const run = (command: string, engine = engineOf(local.exec)) => {
  const one = stream(command)
  const within = login()
  const { program } = one.header
  if (program.kind === 'subsystem') throw new Error('It is a command.')
  openSession(one.made, one.header, program, within, { engine, container: '', clock: timers, log })
  return { ...one, within }
}

test('a command runs with what it is given, byte by byte', async () => {
  const { made, over, output, messages } = run(
    'read line; echo "$line" $SSH_CLIENT; printf "%s" "\udce4\udcff" | od -An -tx1; exit 4',
  )
  made.handler.onData(Buffer.from('typed\n'), lanes.main)
  made.handler.onEnd()
  expect(await over).toBe('closed')
  expect(output[0]).toBe('typed 192.0.2.1 1 1\n e4 ff\n')
  expect(messages).toEqual([{ type: 'opened' }, { type: 'exit-status', code: 4 }])
})

test('what the engine refuses, or says in place of the program, is told', async () => {
  const refusing = engineOf(async () => {
    throw new EngineFailure('refused', 'The engine refused: container is paused')
  })
  expect(await run('true', refusing).over).toBe('fault: The engine refused: container is paused')
  const other = localEngine(['/bin/sh', '-c', 'echo "runtime failed:\u001b[2J no such file"; exit 126'], path)
  expect(await run('true', engineOf(other.exec)).over).toBe('fault: runtime failed: [2J no such file')
  expect(await run('true', engineOf(other.exec, false)).over).toBe('fault: the container stopped')
})

test('a program that ends with its container did not end by itself', async () => {
  expect(await run('kill -9 $$', engineOf(local.exec, false)).over).toBe('closed: the container stopped')
  const { over, messages } = run('exit 137')
  expect(await over).toBe('closed')
  expect(messages.at(-1)).toEqual({ type: 'exit-status', code: 137 })
})

test('a login that ends takes its programs along, at whatever moment', async () => {
  const signalled: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const engine = engineOf(async (container, options) => {
    if (!options.command.includes('HUP')) return local.exec(container, options)
    signalled.push(options.command.at(-1) ?? '')
    resolve()
    return local.exec(container, { ...options, command: ['sh', '-c', 'true'] })
  })
  const { over, within } = run('sleep 5', engine)
  within.end()
  expect(await over).toBe('closed: the login ended')
  await promise
  expect(signalled[0]).toMatch(/^\d+$/)
})
