import { describe, expect, it } from 'vitest'
import { createTestStack, registerKey } from '../test-stack.ts'

describe('the SSH port', () => {
  it('runs a command for somebody with a registered key', async () => {
    await using stack = await createTestStack()
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const done = await stack.ssh.run('root@home.pi', ['echo out; echo err >&2; exit 7'], ['-i', key.path])
    expect(done).toMatchObject({ code: 7, stderr: expect.stringContaining('err') })
    expect(done.stdout.toString()).toBe('out\n')
  })
})
