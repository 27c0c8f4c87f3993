import { dlopen } from 'bun:ffi'

/** glibc systems ship it apart, musl has it in the C library. */
const libraries: readonly string[] = ['libcrypt.so.1', 'libcrypt.so.2', 'libc.so']

function open() {
  for (const name of libraries) {
    try {
      return dlopen(name, { crypt: { args: ['cstring', 'cstring'], returns: 'cstring' } }).symbols
    } catch {
      continue
    }
  }
  return undefined
}

/** crypt(3), opened at first use: the hash alone needs up to 16 MB while it runs. */
export function cryptCaller(): (password: string, setting: string) => string | undefined {
  let library: ReturnType<typeof open> | undefined
  return (password, setting) => {
    library ??= open()
    if (!library) return undefined
    const encoder = new TextEncoder()
    const result = library.crypt(encoder.encode(`${password}\0`), encoder.encode(`${setting}\0`))
    // A string object of Bun's, not a primitive.
    const hash = result ?? ''
    // Failure tokens start with an asterisk (crypt(5)).
    return hash === '' || hash.startsWith('*') ? undefined : hash
  }
}
