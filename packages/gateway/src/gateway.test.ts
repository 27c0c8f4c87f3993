import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRelay, createTestGateway } from './test-gateway.ts'
import { until } from './test-stack.ts'
import { finished } from './test-ssh-client.ts'
import { testUid } from './test-server-api.ts'

function register(server: { answers: Map<string, object> }, line: string): void {
  const data = Buffer.from(line).toString('base64')
  server.answers.set('/internal/public-keys/evaluate', { outcome: 'allowed', data })
}

describe('the gateway', () => {
  it('carries a session over a link that a device dialled', async () => {
    await using test = await createTestGateway()
    const key = test.ssh.makeKey('id', 'ed25519')
    register(test.server, key.line)
    const { device } = test.dialIn()
    await until(() => device() !== undefined, 'the device is linked')
    const done = await test.ssh.run('root@home.pi', ['echo here; exit 3'], ['-i', key.path])
    expect({ ...done, stdout: done.stdout.toString() }).toMatchObject({ code: 3, stdout: 'here\n' })
    expect(test.server.callsTo(/presence/)).toContainEqual({ online: [testUid], offline: [] })
  })

  it('lets a copy go on when the link is cut and comes back', async () => {
    await using test = await createTestGateway()
    await using relay = await createRelay(test.httpPort)
    const key = test.ssh.makeKey('id', 'ed25519')
    register(test.server, key.line)
    const { device } = test.dialIn({ port: relay.port })
    await until(() => device() !== undefined, 'the device is linked')
    const child = test.ssh.start('root@home.pi', ['seq 1 3000000; sleep 1; seq 1 1000000'], ['-i', key.path])
    const hash = createHash('sha256')
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      hash.update(chunk)
    })
    const done = finished(child)
    await until(() => bytes > 1_000_000, 'the copy runs')
    relay.cut()
    setTimeout(() => relay.mend(), 1000)
    expect(await done).toMatchObject({ code: 0 })
    const expected = createHash('sha256')
    for (const last of [3_000_000, 1_000_000]) for (let i = 1; i <= last; i += 1) expected.update(`${i}\n`)
    expect(hash.digest('hex')).toBe(expected.digest('hex'))
  })
})
