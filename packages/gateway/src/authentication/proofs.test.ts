// Proofs beyond one plain key or password, given by the real client.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ssh2 } from '../stock-agents/ssh2-library.ts'
import { createTestStack, registerKey, type TestStack, until } from '../test-stack.ts'
import type { LoginStep, StepContext } from './login-steps.ts'
import { fingerprintOf } from './public-key.ts'
import { newAuthority } from './test-keys.ts'

const user = 'root@home.pi'
const evaluate = '/internal/public-keys/evaluate'
const authority = newAuthority()
afterAll(() => authority[Symbol.dispose]())

const byKey = ['-o', 'PreferredAuthentications=publickey', '-o', 'BatchMode=yes']

function trust(stack: TestStack, outcome: 'trusted' | 'revoked' = 'trusted'): void {
  const data = Buffer.from(`ssh-ed25519 ${authority.blob.toString('base64')}`).toString('base64')
  stack.server.answers.set('/internal/certificates/evaluate', ({ authority: named }: { authority: string }) =>
    named === fingerprintOf(authority.blob) ? { outcome, data } : { outcome: 'unknown_authority' },
  )
}

/** A key with a certificate beside it, as options for ssh. */
function certified(stack: TestStack, words: readonly string[], type = 'ed25519'): string[] {
  const key = stack.ssh.makeKey(`certified-${type}`, type)
  const name = key.line.split(' ')[0] ?? ''
  const blob = authority.certify(key, words)
  const file = join(stack.ssh.folder, 'the-cert.pub')
  writeFileSync(file, `${name}-cert-v01@openssh.com ${blob.toString('base64')}\n`)
  return ['-i', key.path, '-o', `CertificateFile=${file}`, ...byKey]
}

describe('a certificate', () => {
  it.each(['ed25519', 'ecdsa', 'rsa'])(
    'of an %s key opens a device whose namespace trusts its authority',
    async (type) => {
      await using stack = await createTestStack()
      trust(stack)
      const options = certified(stack, ['-n', 'pi,root', '-z', '18446744073709551615'], type)
      expect((await stack.ssh.run(user, ['echo in'], options)).stdout.toString()).toBe('in\n')
      expect(stack.server.callsTo(/certificates/)[0]).toMatchObject({
        authority: fingerprintOf(authority.blob),
        serial: '18446744073709551615',
        key_id: 'ann',
      })
      // The device hears of the plain key, by which its own list knows it.
      expect(stack.device.logins[0]?.proof).toMatchObject({ kind: 'publickey' })
    },
  )

  it.each([
    ['expired', ['-n', 'root', '-V', '-2h:-1h'], 'has expired'],
    ['for others', ['-n', 'pi'], 'is not for the login name root'],
    ['for elsewhere', ['-n', 'root', '-O', 'source-address=192.0.2.0/24'], 'may not be used from your address'],
    ['with unknown demands', ['-n', 'root', '-O', 'critical:tea@example.org=hot'], 'critical option that is unknown'],
    ['for hosts', ['-h', '-n', 'root'], 'is for hosts, not for users'],
  ])('that is %s is explained', async (_, words, expected) => {
    await using stack = await createTestStack()
    trust(stack)
    const { code, stderr } = await stack.ssh.run(user, ['true'], certified(stack, words))
    // OpenSSH's client itself does not offer a certificate for hosts.
    if (words[0] !== '-h') expect(stderr).toContain(expected)
    expect([code, stack.device.logins]).toEqual([255, []])
  })

  it('that was revoked is explained', async () => {
    await using stack = await createTestStack()
    trust(stack, 'revoked')
    const { code, stderr } = await stack.ssh.run(user, ['true'], certified(stack, ['-n', 'root']))
    expect(stderr).toContain('has been revoked')
    expect([code, stack.device.logins]).toEqual([255, []])
  })

  it('of an authority that nobody trusts, or of another one with its fingerprint, opens nothing', async () => {
    await using stack = await createTestStack()
    stack.server.answers.set('/internal/certificates/evaluate', { outcome: 'unknown_authority' })
    const options = certified(stack, ['-n', 'root'])
    expect((await stack.ssh.run(user, ['true'], options)).code).toBe(255)
    const data = Buffer.from(`ssh-ed25519 ${Buffer.alloc(51).toString('base64')}`).toString('base64')
    stack.server.answers.set('/internal/certificates/evaluate', { outcome: 'trusted', data })
    expect((await stack.ssh.run(user, ['true'], options)).code).toBe(255)
    expect(stack.device.logins).toEqual([])
  })

  it('takes away the terminal and forwarding, and forces its command', async () => {
    await using stack = await createTestStack()
    trust(stack)
    const options = certified(stack, ['-n', 'root', '-O', 'clear', '-O', 'force-command=echo forced'])
    expect((await stack.ssh.run(user, ['echo asked'], options)).stdout.toString()).toBe('forced\n')
    const terminal = await stack.ssh.run(user, ['echo asked'], [...options, '-tt'])
    expect(terminal.stderr).toContain('PTY allocation request failed')
    const nothing = { local: false, remote: false, socket: false, agent: false }
    expect(stack.device.logins[0]).toMatchObject({ forwarding: nothing })
    const through = await stack.ssh.run(user, [], [...options, '-W', '127.0.0.1:1'])
    expect(through.stderr).toContain('administratively prohibited')
  })
})

describe('an offered key', () => {
  it('asks nothing of the device and writes nothing, however often', async () => {
    await using stack = await createTestStack()
    const keys = Array.from({ length: 20 }, (_, i) => stack.ssh.makeKey(`id${i}`, 'ed25519'))
    await stack.ssh.run(user, ['true'], [...byKey, ...keys.flatMap((key) => ['-i', key.path])])
    expect(stack.device.logins).toEqual([])
    const paths = new Set(stack.server.calls.map(({ path }) => path))
    expect([...paths]).toEqual(['/internal/connections/resolve', evaluate])
    expect(stack.server.callsTo(/evaluate/)).toHaveLength(20)
    // The control: a proof does reach the device.
    const [key] = keys
    registerKey(stack, key?.line ?? '')
    await stack.ssh.run(user, ['true'], [...byKey, '-i', key?.path ?? ''])
    expect(stack.device.logins).toHaveLength(1)
  })

  it('is one of twenty at most, which is told', async () => {
    await using stack = await createTestStack()
    const keys = Array.from({ length: 21 }, (_, i) => stack.ssh.makeKey(`id${i}`, 'ed25519'))
    const { stderr } = await stack.ssh.run(user, ['true'], [...byKey, ...keys.flatMap((key) => ['-i', key.path])])
    expect(stderr).toContain('offered more than 20 keys')
    expect(stderr).toContain('IdentitiesOnly=yes')
    expect(stack.server.callsTo(/evaluate/)).toHaveLength(20)
  })

  it('counts as well when a client proves it at once, without asking first', async () => {
    await using stack = await createTestStack()
    const { public: line } = ssh2.utils.generateKeyPairSync('ed25519')
    const client = new ssh2.Client()
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.on('error', () => undefined)
    let proofs = 0
    const prove = (): undefined => {
      const protocol = Reflect.get(client, '_protocol') as KeyProver
      proofs += 1
      protocol._handlers.USERAUTH_FAILURE = prove
      protocol.authPK(user, line, undefined, (_, sign) => sign(Buffer.alloc(64)))
    }
    client.connect({ host: '127.0.0.1', port: stack.portNumber, username: user, authHandler: prove })
    await ended
    expect(proofs).toBe(21)
    expect(stack.server.callsTo(/evaluate/)).toHaveLength(21)
    expect(stack.device.logins).toEqual([])
  })
})

/** The client's packet layer: its public face offers a key before it signs. */
interface KeyProver {
  readonly _handlers: { USERAUTH_FAILURE: () => void }
  authPK(
    user: string,
    key: string,
    algorithm: undefined,
    sign: (data: Buffer, signed: (signature: Buffer) => void) => void,
  ): void
}

/** Asks for a number, after the first proof. */
function secondStep(): LoginStep & { readonly seen: StepContext[] } {
  const seen: StepContext[] = []
  return {
    seen,
    prompt: async () => ({ instruction: 'One more thing.', questions: [{ text: 'Number: ', shown: true }] }),
    check: async (context, [answer]) => {
      seen.push(context)
      return answer === '42'
    },
  }
}

describe('a further step', () => {
  const both = (...options: string[]) => ['-o', 'PreferredAuthentications=publickey,keyboard-interactive', ...options]

  it('stands between a key and the device', async () => {
    const step = secondStep()
    await using stack = await createTestStack({ steps: [step] })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    stack.ssh.password = '42'
    const { stdout, stderr } = await stack.ssh.run(user, ['echo in'], both('-v', '-i', key.path))
    expect(stdout.toString()).toBe('in\n')
    expect(stderr).toContain('using "publickey" with partial success')
    expect(step.seen).toMatchObject([{ username: 'root', method: 'publickey', ipAddress: '127.0.0.1' }])
    expect(stack.device.logins).toHaveLength(1)
  })

  it('that is not passed lets nobody reach the device by a key', async () => {
    await using stack = await createTestStack({ steps: [secondStep()] })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    stack.ssh.password = '43'
    const { code, stderr } = await stack.ssh.run(
      user,
      ['true'],
      both('-i', key.path, '-o', 'NumberOfPasswordPrompts=2'),
    )
    expect(stderr).toContain('that was not the right answer')
    expect([code, stack.device.logins]).toEqual([255, []])
  })

  it('waits when it was answered wrongly too often, over all connections, and another account does not', async () => {
    const step = secondStep()
    await using stack = await createTestStack({ steps: [step], accountAttempts: { failuresMost: 2 } })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const answer = (as: string, text: string) => {
      stack.ssh.password = text
      return stack.ssh.run(as, ['echo in'], both('-i', key.path, '-o', 'NumberOfPasswordPrompts=2'))
    }
    await answer(user, '43')
    const asked = step.seen.length
    expect(asked).toBe(2)
    expect((await answer(user, '42')).stderr).toContain('too many wrong answers for root')
    expect([step.seen.length, stack.device.logins]).toEqual([asked, []])
    expect((await answer('pi@home.pi', '42')).stdout.toString()).toBe('in\n')
  })

  it('is asked in the same exchange as a password, and again when it was wrong', async () => {
    const step = secondStep()
    await using stack = await createTestStack({ steps: [step] })
    stack.ssh.password = '42'
    const { stdout } = await stack.ssh.run(user, ['echo in'], ['-o', 'PreferredAuthentications=keyboard-interactive'])
    expect(stdout.toString()).toBe('in\n')
    expect(stack.device.logins).toMatchObject([{ proof: { kind: 'password', password: '42' } }])
    expect(step.seen).toHaveLength(1)
  })

  it('that is given up ends what the device has granted for a password', async () => {
    await using stack = await createTestStack({ steps: [secondStep()] })
    stack.ssh.password = 'right'
    const { code } = await stack.ssh.run(
      user,
      ['true'],
      ['-o', 'PreferredAuthentications=password,keyboard-interactive'],
    )
    expect(code).toBe(255)
    expect(stack.device.logins).toHaveLength(1)
    await until(() => stack.device.streams.size === 0, 'the login is over')
    expect(stack.server.callsTo(/sessions/)).toEqual([])
  })
})

const wrong = { type: 'login-refused', reason: 'wrong_credentials', detail: '' } as const

describe('a password', () => {
  it('that is empty is refused without the device', async () => {
    await using stack = await createTestStack()
    stack.ssh.password = ''
    const { code, stderr } = await stack.ssh.run(user, ['true'], ['-o', 'NumberOfPasswordPrompts=1'])
    expect(stderr).toContain('an empty password opens nothing')
    expect([code, stack.device.logins]).toEqual([255, []])
  })

  it('waits when an account was guessed at too often, whether it exists or not, and keys do not', async () => {
    await using stack = await createTestStack({
      behaviour: { refuse: ({ proof }) => (proof.kind === 'password' ? wrong : undefined) },
      accountAttempts: { failuresMost: 3 },
    })
    const key = stack.ssh.makeKey('id', 'ed25519')
    stack.ssh.password = 'guess'
    const guess = (as: string) => stack.ssh.run(as, ['true'], ['-o', 'PreferredAuthentications=password'])
    for (const as of [user, 'nobody-there@home.pi']) {
      await guess(as)
      const asked = stack.device.logins.length
      expect((await guess(as)).stderr).toContain('too many failed attempts at')
      expect(stack.device.logins).toHaveLength(asked)
    }
    registerKey(stack, key.line)
    expect((await stack.ssh.run(user, ['echo in'], [...byKey, '-i', key.path])).stdout.toString()).toBe('in\n')
  })
})
