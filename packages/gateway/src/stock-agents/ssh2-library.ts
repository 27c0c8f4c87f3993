// The library ssh2 with our ciphers in the place of its own compiled ones. Those end the process: Node 24 asserts that
// V8 has a context where ~ObjectWrap (node_object_wrap.h) takes off a clean-up hook, and a collection of garbage has
// none. Versions of npm that do not know `allowScripts` compile them.
import { createRequire, Module, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as library from 'ssh2'
import { ssh2Ciphers } from './ssh2-ciphers.ts'

const require = createRequire(import.meta.url)

function load(): typeof library {
  const addon = join(dirname(require.resolve('ssh2/package.json')), 'lib/protocol/crypto/build/Release/sshcrypto.node')
  require.cache[addon] = Object.assign(new Module(addon), { loaded: true, exports: ssh2Ciphers })
  // Found in the cache, whether the file exists or not.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier.endsWith('/sshcrypto.node')
        ? { url: pathToFileURL(addon).href, shortCircuit: true }
        : next(specifier, context),
  })
  try {
    return require('ssh2') as typeof library
  } finally {
    hooks.deregister()
  }
}

/** To be had from here alone, so that nothing loads it in another way before. */
export const ssh2 = load()
