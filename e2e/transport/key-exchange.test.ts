import { createCipheriv } from 'node:crypto'
import { type Ran, run, sha256, ssh, type SshTarget, sshWords } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { clients, describeNewest, newest } from './openssh-clients.ts'

const one = oneDevice()

function verbose(program: string, options: readonly string[], command = 'echo through'): Promise<Ran> {
  const [first = '', ...argv] = sshWords({ ...one.device.target(), program }, [command], ['-vvv', ...options])
  return run(first, argv)
}

const common = [
  'sntrup761x25519-sha512@openssh.com',
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group14-sha256',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group18-sha512',
]
const ciphers = ['chacha20-poly1305@openssh.com', 'aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes256-ctr']
const macs = ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512']

describe.each(clients)('$name client', ({ program }) => {
  it('chooses a post-quantum key exchange, strictly, and is told what we can do', async () => {
    const { code, stdout, stderr } = await verbose(program, [])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'through\n' })
    expect(stderr).toMatch(/kex: algorithm: (mlkem768x25519-sha256|sntrup761x25519-sha512(@openssh\.com)?)\r?\n/)
    expect(stderr).toMatch(
      /server-sig-algs=<ssh-ed25519,sk-ssh-ed25519@openssh\.com,[^>]*rsa-sha2-512,rsa-sha2-256[,>]/,
    )
    expect(stderr).toMatch(/publickey-hostbound@openssh\.com[=<]+0/)
    expect(stderr).toMatch(/ping@openssh\.com/)
    // Debian's 9.2 has the fix for CVE-2023-48795 too.
    expect(stderr).toContain('will use strict KEX ordering')
  })

  it.concurrent.each(common)('gets in by %s', async (name) => {
    const { code, stderr } = await verbose(program, ['-o', `KexAlgorithms=${name}`])
    expect(stderr).toContain(`kex: algorithm: ${name}`)
    expect(code).toBe(0)
  })

  it.concurrent.each(ciphers)('gets in by %s', async (name) => {
    const { code, stderr } = await verbose(program, ['-c', name])
    expect(stderr).toContain(`kex: server->client cipher: ${name}`)
    expect(code).toBe(0)
  })

  it.concurrent.each(macs)('gets in by aes128-ctr and %s', async (name) => {
    const { code, stderr } = await verbose(program, ['-c', 'aes128-ctr', '-m', name])
    expect(stderr).toContain(`MAC: ${name}`)
    expect(code).toBe(0)
  })

  it.concurrent.each(['ssh-ed25519', 'rsa-sha2-512', 'rsa-sha2-256'])('verifies the host key by %s', async (name) => {
    const { code, stderr } = await verbose(program, ['-o', `HostKeyAlgorithms=${name}`])
    expect(stderr).toContain(`kex: host key algorithm: ${name}`)
    expect(code).toBe(0)
  })

  it('is told which key exchanges there are when it has none of them', async () => {
    const { code, stderr } = await verbose(program, ['-o', 'KexAlgorithms=diffie-hellman-group1-sha1'])
    expect(code).toBe(255)
    expect(stderr).toContain('no matching key exchange method found')
  })
})

describeNewest('the newest client', () => {
  it.each(['mlkem768x25519-sha256', 'sntrup761x25519-sha512', 'mlkem768nistp256-sha256'])(
    'gets in by %s',
    async (name) => {
      const { code, stderr } = await verbose(newest?.program ?? '', ['-o', `KexAlgorithms=${name}`])
      expect(stderr).toContain(`kex: algorithm: ${name}`)
      expect(code).toBe(0)
    },
  )

  it('chooses mlkem768x25519-sha256 by itself', async () => {
    const { stderr } = await verbose(newest?.program ?? '', [])
    expect(stderr).toMatch(/kex: algorithm: mlkem768x25519-sha256\r?\n/)
  })

  it('signs for our host key when it logs in', async () => {
    const { stderr } = await verbose(newest?.program ?? '', [])
    expect(stderr).toContain('publickey-hostbound-v00@openssh.com')
  })
})

describe.each(clients)('$name client that changes keys after every MiB', ({ program }) => {
  const megabytes = 8
  const content = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(megabytes * 2 ** 20),
  )
  /** Unless the client is to choose, by the quickest exchange: it is the ciphers that are changed here. */
  const often = (
    cipher: string,
    options: readonly string[] = ['-o', 'KexAlgorithms=curve25519-sha256'],
  ): SshTarget => ({
    ...one.device.target(),
    program,
    options: ['-o', 'RekeyLimit=1M', '-c', cipher, ...options],
  })

  it.each(ciphers)('copies up by %s without a byte lost', async (cipher) => {
    const { code, stdout } = await ssh(often(cipher), ['sha256sum'], { stdin: content })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${sha256(content)}  -\n` })
  })

  it.each(ciphers)('copies down by %s without a byte lost', async (cipher) => {
    const path = `${one.stack.folder}/down-${cipher.slice(0, 8)}`
    await run('tee', [path], { stdin: content })
    const { code, stdoutBytes } = await ssh(often(cipher), [`cat ${path}`])
    expect({ code, hash: sha256(stdoutBytes) }).toEqual({ code: 0, hash: sha256(content) })
  })

  it('copies both ways at once without a byte lost', async () => {
    const { code, stdoutBytes } = await ssh(often('chacha20-poly1305@openssh.com', []), ['cat'], { stdin: content })
    expect({ code, hash: sha256(stdoutBytes) }).toEqual({ code: 0, hash: sha256(content) })
  })

  it('really changes them', async () => {
    const [first = '', ...argv] = sshWords(often('aes128-gcm@openssh.com'), ['sha256sum'], ['-v'])
    const { stderr } = await run(first, argv, { stdin: content })
    expect(stderr.match(/rekeying in progress|SSH2_MSG_NEWKEYS received/g)?.length).toBeGreaterThan(6)
  })
})
