// The same with Podman's service, which serves the API of Docker in its own way.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editions } from '@sshore/contract'
import { createStack, remote, scp, ssh, sshInBackground, sshWords, terminalSession, until } from '@sshore/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { accepted, openEngine, programsIn } from './with-engine.ts'

const held = new AsyncDisposableStack()
const engine = await openEngine('podman', 'pod.1')
if (engine) held.use(engine)

describe.runIf(engine)('containers of Podman', () => {
  afterAll(() => held.disposeAsync())

  test('are reached like those of Docker', async () => {
    if (!engine) throw new Error('There is no engine.')
    const config = { edition: editions[1], connectorSockets: [engine.socket] }
    const stack = held.use(await createStack({ config }))
    const namespace = await stack.seed.namespace()
    const key = await stack.newKey()
    await stack.seed.publicKey(namespace, key.line)
    const { body } = await namespace.owner.client.createConnector({
      body: { enable: true, secure: false, address: `unix://${engine.socket}` },
    })
    expect(body.status).toMatchObject({ State: true, Message: '' })
    await accepted(namespace, 'pod_1')
    const target = stack.target(`ann@${namespace.name}.pod_1`, { keys: [key.path] })

    const script = 'id -un; echo $COLOUR; pwd; cat; echo wrong >&2; exit 7'
    expect(await ssh(target, [script], { stdin: 'typed\n' })).toMatchObject({
      code: 7,
      stdout: 'ann\nblue\n/home/ann\ntyped\n',
      stderr: 'wrong\n',
    })
    await using terminal = await terminalSession(sshWords(target), { columns: 91, rows: 29 })
    await terminal.shows(/\$$/m)
    await terminal.type('stty size\n')
    await terminal.shows(/^29 91$/m)
    await terminal.resize(70, 20)
    await terminal.type('sleep 0.2; stty size\n')
    await terminal.shows(/^20 70$/m)

    const here = join(stack.folder, 'here')
    await writeFile(here, 'x'.repeat(100_000))
    expect(await scp(target, [here, remote(target, 'there')])).toMatchObject({ code: 0 })
    expect((await ssh(target, ['wc -c < there'])).stdout).toBe('100000\n')

    const left = sshInBackground(target, ['echo here; sleep 4321'])
    await left.says(/here/)
    left.kill('SIGKILL')
    await until('the program has ended', async () => !(await programsIn(engine, 'pod.1')).includes('sleep 4321'))
    const inside = sshInBackground(target, ['echo here; sleep 100'])
    await inside.says(/here/)
    await engine.command('kill', 'pod.1')
    expect((await inside.ended).code).toBe(255)
    expect(inside.stderr()).toContain('the container stopped')
  })
})
