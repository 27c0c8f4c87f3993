// Keys on a security token, through the real client and a token in software: the one of OpenSSH's own tests.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ran, run, ssh, type UserKey } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

/** From Debian's package openssh-tests. It signs with the flags that the key was made with, and asks nobody. */
const token = '/usr/lib/openssh/regress/misc/sk-dummy/sk-dummy.so'
const missing = !existsSync(token)
if (missing && process.env['CI']) throw new Error(`${token} is missing; install openssh-tests.`)
if (missing) console.warn(`SKIPPED: security keys, ${token} is missing; install openssh-tests.`)

const one = oneDevice()

describe.skipIf(missing)('a security key', () => {
  const provider = ['-o', `SecurityKeyProvider=${token}`]
  const environment = { ...process.env, SSH_SK_PROVIDER: token, SSH_ASKPASS_REQUIRE: 'never' }

  async function newTokenKey(type: 'ed25519-sk' | 'ecdsa-sk', ...words: string[]): Promise<UserKey> {
    const path = join(one.stack.folder, `token-${crypto.randomUUID()}`)
    const made = await run('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', 'token', ...words, '-f', path], {
      environment,
    })
    expect(made).toMatchObject({ code: 0 })
    return { path, line: (await readFile(`${path}.pub`, 'utf8')).trim() }
  }

  /** In batch mode, the default of the tests, the client cannot ask for a PIN. */
  const login = (
    key: UserKey,
    options: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ): Promise<Ran> => {
    const user = `root@${one.namespace.name}.${one.device.device.name}`
    const target = one.stack.target(user, { keys: [key.path], options: [...provider, ...options] })
    return ssh(target, ['id -un'], { environment: { ...environment, ...more } })
  }
  /** The token wants a PIN; whatever is typed will do. */
  const pin = { SSH_ASKPASS: '/bin/echo', SSH_ASKPASS_REQUIRE: 'force' }

  it.each(['ed25519-sk', 'ecdsa-sk'] as const)('of type %s opens a device once it is registered', async (type) => {
    const key = await newTokenKey(type)
    expect((await login(key)).code).toBe(255)
    await one.stack.seed.publicKey(one.namespace, key.line)
    expect(await login(key)).toMatchObject({ code: 0, stdout: 'root\n' })
  })

  it.each(['ed25519-sk', 'ecdsa-sk'] as const)('of type %s that signs without a touch opens nothing', async (type) => {
    const key = await newTokenKey(type, '-O', 'no-touch-required')
    await one.stack.seed.publicKey(one.namespace, key.line)
    const refused = await login(key)
    expect([refused.code, refused.stderr]).toEqual([255, expect.stringContaining('signed without being touched')])
  })

  it('has to know its user when it was registered so', async () => {
    const [careless, careful] = [
      await newTokenKey('ed25519-sk'),
      await newTokenKey('ed25519-sk', '-O', 'verify-required'),
    ]
    for (const { line } of [careless, careful]) {
      const { data } = await one.stack.seed.publicKey(one.namespace, `verify-required ${line}`)
      expect(Buffer.from(data, 'base64').toString()).toMatch(/^verify-required sk-/)
    }
    const refused = await login(careless)
    expect([refused.code, refused.stderr]).toEqual([255, expect.stringContaining('ask for its PIN or a fingerprint')])
    expect(await login(careful, ['-o', 'BatchMode=no'], pin)).toMatchObject({ code: 0, stdout: 'root\n' })
  })

  describe('with a certificate', () => {
    beforeAll(async () => {
      await one.namespace.owner.client.createCertificateAuthority({ body: { name: 'ours' } })
    })

    it.each(['ed25519-sk', 'ecdsa-sk'] as const)(
      'of type %s opens a device, and only when it was touched',
      async (type) => {
        for (const [words, code] of [
          [[], 0],
          [['-O', 'no-touch-required'], 255],
        ] as const) {
          const key = await newTokenKey(type, ...words)
          const body = { public_key: key.line, principals: ['root'] }
          const { certificate } = (await one.namespace.owner.client.issueCertificate({ body })).body
          await writeFile(`${key.path}-cert.pub`, `${certificate}\n`)
          expect((await login(key)).code).toBe(code)
        }
      },
    )
  })
})
