import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Link } from '@sshore/link'
import { logIn, run, start, type, until } from './testing-client.ts'
import { startTestAgent, startTestGateway, type TestAgent, type TestGateway } from './testing-gateway.ts'

let gateway: TestGateway
let agent: TestAgent
let link: Link

beforeAll(async () => {
  gateway = await startTestGateway()
  agent = startTestAgent({ address: gateway.address })
  link = await gateway.link()
})
afterAll(async () => {
  await agent[Symbol.asyncDispose]()
  await gateway[Symbol.asyncDispose]()
})

describe('a command without a terminal', () => {
  test('keeps standard output, standard error and the status apart', async () => {
    const login = await logIn(link, 'root')
    expect(login.messages[0]).toMatchObject({ type: 'login-accepted', home: '/root', shell: '/bin/bash' })
    const { output, error, exit } = await run(link, login, 'cat; echo oops >&2; exit 7', 'hello\n')
    expect(output).toBe('hello\n')
    expect(error).toContain('oops\n')
    expect(exit).toEqual({ type: 'exit-status', code: 7 })
  })
})

describe('a shell on a terminal', () => {
  test('is a login shell that owns the terminal', async () => {
    const login = await logIn(link, 'root')
    const shell = start(link, login, { kind: 'shell' }, { terminal: { columns: 101, rows: 33 } })
    await until('opened', () => shell.messages[0])
    type(shell, 'stty size; echo "[$0]"; tty; exit 3\n')
    const { reason } = await shell.closed
    expect(reason).toBeUndefined()
    expect(shell.output()).toContain('33 101')
    expect(shell.output()).toContain('[-bash]')
    expect(shell.messages.at(-1)).toEqual({ type: 'exit-status', code: 3 })
  })
})
