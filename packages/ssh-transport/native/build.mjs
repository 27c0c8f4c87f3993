// Compiles the ciphers for the Node that comes with the dependencies; run by `npm ci` as this package's install script,
// on whatever Node npm runs on. Never fails an installation: without the addon Node's own crypto does the work, slower.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, '..', 'dist', 'packet-ciphers.node')
const sources = ['addon.cc', 'aes-ctr-hmac.cc', 'aes-gcm.cc', 'chacha20-poly1305.cc']

/** Headers of the pinned Node, else of the Node that runs this; with them come those of its OpenSSL. */
function findHeaders() {
  const roots = [dirname(dirname(process.execPath))]
  try {
    const pinned = `node-${process.platform}-${process.arch}/package.json`
    roots.unshift(dirname(createRequire(import.meta.url).resolve(pinned)))
  } catch {
    // Not on this platform.
  }
  const headers = roots.map((root) => join(root, 'include', 'node'))
  return headers.find((folder) => existsSync(join(folder, 'node_api.h')) && existsSync(join(folder, 'openssl')))
}

/** Returns what is missing, or undefined when the addon is there. */
function build() {
  const headers = findHeaders()
  if (!headers) return 'there are no headers of Node'
  const [compiler, ...words] = (process.env.CXX || 'c++').split(' ')
  const made = `${target}.${process.pid}`
  const system = process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : ['-Wl,-z,relro,-z,now']
  const { error, status } = spawnSync(
    compiler,
    [
      ...words,
      ...['-std=c++17', '-O2', '-Wall', '-Wextra', '-Werror=return-type', '-fPIC', '-shared', '-fvisibility=hidden'],
      ...['-fno-exceptions', '-fno-rtti', '-fstack-protector-strong', '-DNAPI_VERSION=9', ...system],
      ...['-isystem', headers, '-o', made, ...sources],
    ],
    { cwd: here, stdio: 'inherit' },
  )
  if (error || status !== 0) {
    rmSync(made, { force: true })
    return error ? `"${compiler}" cannot be run` : `"${compiler}" failed`
  }
  // A server that runs keeps the file it has loaded.
  renameSync(made, target)
  return undefined
}

mkdirSync(dirname(target), { recursive: true })
rmSync(target, { force: true })
const missing = build()
if (missing) {
  console.warn(
    `The native ciphers were not built: ${missing}. Sshore works without them, with slower copies.\n` +
      'To build them install a C++ compiler (Debian: g++), then: npm rebuild @sshore/ssh-transport',
  )
}
