import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, sshWords, temporaryFolder } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { clients } from './openssh-clients.ts'

const home = await temporaryFolder()
const dataDir = join(home.path, 'server')
const keyFolder = join(dataDir, 'host-keys')
await mkdir(keyFolder, { recursive: true, mode: 0o700 })
await chmod(dataDir, 0o700)
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
await writeFile(join(keyFolder, 'ssh_host_ed25519_key.next.pem'), privateKey, { mode: 0o600 })

const one = oneDevice({ config: { dataDir } })

const keysIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => /(ssh-\w+ \S+)/.exec(line)?.[1] ?? [])
    .toSorted()

describe.each(clients)('$name client that knows one host key', ({ program }) => {
  it.each(['ssh-ed25519', 'rsa-sha2-512', 'rsa-sha2-256'])(
    'learns all others, having met us by %s',
    async (algorithm) => {
      const served = await readFile(one.stack.knownHosts, 'utf8')
      const type = algorithm === 'ssh-ed25519' ? 'ssh-ed25519' : 'ssh-rsa'
      const knownHosts = join(one.stack.folder, `known-${program.length}-${algorithm}`)
      const lines = served.split('\n').filter((line) => line.includes(type))
      await writeFile(knownHosts, `${lines.join('\n')}\n`)
      const target = { ...one.device.target(), program, knownHosts }
      // All are named, since keys of other algorithms are not learned.
      const preferred = [algorithm, 'ssh-ed25519', 'rsa-sha2-512', 'rsa-sha2-256'].join(',')
      const options = ['-v', '-o', 'UpdateHostKeys=yes', '-o', `HostKeyAlgorithms=${preferred}`]
      const [first = '', ...argv] = sshWords(target, ['sleep 1'], options)
      const { code, stderr } = await run(first, argv)
      expect(code, stderr).toBe(0)
      expect(stderr).toContain(`kex: host key algorithm: ${algorithm}`)
      const learned = keysIn(await readFile(knownHosts, 'utf8'))
      expect(learned).toHaveLength(3)
      expect(learned).toEqual(expect.arrayContaining(keysIn(served)))
    },
  )
})

describe('a host key that was announced', () => {
  it('is not used before its time', async () => {
    const served = keysIn(await readFile(one.stack.knownHosts, 'utf8'))
    expect(served).toHaveLength(2)
  })
})
