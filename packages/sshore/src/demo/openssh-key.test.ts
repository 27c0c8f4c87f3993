import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newOpensshKey } from './openssh-key.ts'

describe('a key for OpenSSH', () => {
  it('is read by ssh-keygen, which finds the same public half in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sshore-test-'))
    try {
      // Comments of every length pad the secret part to every length.
      for (const comment of ['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdefg']) {
        const key = newOpensshKey(comment)
        const path = join(folder, `key-${comment}`)
        writeFileSync(path, key.privateKeyFile, { mode: 0o600 })
        expect(execFileSync('ssh-keygen', ['-y', '-f', path], { encoding: 'utf8' }).trim()).toBe(
          key.publicKeyLine.trim(),
        )
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
