import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureConsole } from '@sshore/sshore'
import { repositoryRoot } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'

const allowedBytes = 250_000
/** Below that a reply fits into one packet either way. */
const packetBytes = 1024

describe('the console', () => {
  it('needs no more JavaScript for its first page than 250 KB compressed, and nothing from elsewhere', async () => {
    const folder = (await ensureConsole(repositoryRoot, () => undefined)) ?? ''
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path)
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(folder, path))).length))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(allowedBytes)
    expect(page).not.toMatch(/https?:\/\//)
  })

  it('is compressed by its build wherever that is worth it: the server only picks', async () => {
    const folder = (await ensureConsole(repositoryRoot, () => undefined)) ?? ''
    const names = await readdir(folder, { recursive: true })
    const worthIt = names.filter((name) => /\.(css|html|js|json|svg|wasm)$/.test(name))
    const large = worthIt.filter((name) => statSync(join(folder, name)).size >= packetBytes)
    expect(large.length).toBeGreaterThan(10)
    const forms = large.flatMap((name) => [`${name}.br`, `${name}.gz`])
    expect(forms.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  })
})
