import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadHostKeys } from './host-keys.ts'

const folders: string[] = []
async function folder(): Promise<string> {
  const made = join(await mkdtemp(join(tmpdir(), 'sshore-keys-')), 'keys')
  folders.push(made)
  return made
}
afterEach(async () => {
  for (const made of folders.splice(0)) await rm(join(made, '..'), { recursive: true })
})

describe('host keys', () => {
  it('are made at the first start, for the owner alone, and kept', async () => {
    const path = await folder()
    const first = await loadHostKeys(path)
    expect(first.map((key) => key.type)).toEqual(['ssh-ed25519', 'ssh-rsa'])
    for (const name of await readdir(path)) expect((await stat(join(path, name))).mode & 0o777).toBe(0o600)
    expect((await loadHostKeys(path)).map((key) => key.fingerprint)).toEqual(first.map((key) => key.fingerprint))
  })

  it('are shown with the fingerprint that clients show', async () => {
    const path = await folder()
    for (const key of await loadHostKeys(path)) {
      const line = join(path, 'line.pub')
      await writeFile(line, `${key.type} ${key.blob.toString('base64')}\n`)
      expect(execFileSync('ssh-keygen', ['-l', '-f', line]).toString()).toContain(key.fingerprint)
    }
  })

  it('agree between two servers that start at once', async () => {
    const path = await folder()
    const [one, other] = await Promise.all([loadHostKeys(path), loadHostKeys(path)])
    expect(one?.map((key) => key.fingerprint)).toEqual(other?.map((key) => key.fingerprint))
  })

  it('are refused when others can read them', async () => {
    const path = await folder()
    await loadHostKeys(path)
    await chmod(join(path, 'ssh_host_rsa_key.pem'), 0o644)
    await expect(loadHostKeys(path)).rejects.toThrow(/chmod 600/)
  })
})
