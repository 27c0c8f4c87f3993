import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureConsole } from '@sshore/sshore'
import { repositoryRoot } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'

const allowedBytes = 250_000

describe('the console', () => {
  it('needs no more JavaScript for its first page than 250 KB compressed, and nothing from elsewhere', async () => {
    const folder = (await ensureConsole(repositoryRoot, () => undefined)) ?? ''
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path)
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(folder, path))).length))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(allowedBytes)
    expect(page).not.toMatch(/https?:\/\//)
    // The server only picks what the build has compressed.
    const compressed = scripts.filter(
      (path) => existsSync(join(folder, `${path}.br`)) && existsSync(join(folder, `${path}.gz`)),
    )
    expect(compressed.length).toBeGreaterThan(1)
  })
})
