// Beside each file of the build the same one compressed, once and well, so that the server only has to pick.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(?:css|html|js|json|svg|wasm)$/
/** Below that a reply fits into one packet either way. */
const leastBytes = 1024

const forms = [
  { ending: '.br', compress: promisify(brotliCompress), options: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } },
  { ending: '.gz', compress: promisify(gzip), options: { level: 9 } },
] as const

async function compressBeside(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  for (const { ending, compress, options } of forms) await writeFile(path + ending, await compress(content, options))
}

export const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const names = await readdir(dir, { recursive: true })
    await Promise.all(names.filter((name) => worthIt.test(name)).map(async (name) => compressBeside(join(dir, name))))
  },
})
