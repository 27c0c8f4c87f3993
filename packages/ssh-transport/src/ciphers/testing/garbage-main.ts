// Makes ciphers and lets go of them, again and again; prints by how much the process has grown. Run with --expose-gc and
// one of `free`, as a connection does, `leave`, to the collector of garbage, and `keep`, to see that it can tell.
import { randomBytes } from 'node:crypto'
import { native, type NativeName } from '../native.ts'

const rounds = 10
const ciphersEach = Number(process.argv[3] ?? 4000)
const mebibyte = 1024 * 1024

const none = Buffer.alloc(0)
const kinds: readonly (readonly [NativeName, Buffer, Buffer, Buffer])[] = [
  ['aes-gcm', randomBytes(32), randomBytes(12), none],
  ['chacha20-poly1305', randomBytes(64), none, none],
  ['aes-ctr-hmac-sha256-etm', randomBytes(16), randomBytes(16), randomBytes(32)],
  ['aes-ctr-hmac-sha512', randomBytes(16), randomBytes(16), randomBytes(64)],
]

const kept: object[] = []

function makeAndLose(count: number, way: string | undefined): void {
  if (!native) throw new Error('the addon was not built')
  const packet = Buffer.alloc(128)
  for (let made = 0; made < count; made += 2) {
    const keys = kinds[(made / 2) % kinds.length]!
    const sealer = new native.Sealer(...keys)
    const opener = new native.Opener(...keys)
    sealer.seal(packet, made)
    if (way === 'keep') kept.push(sealer, opener)
    if (way !== 'free') continue
    sealer.free()
    opener.free()
  }
}

async function collect(): Promise<void> {
  if (!globalThis.gc) throw new Error('to be run with --expose-gc')
  // What is collected is taken down in turns of its own.
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const [, , way] = process.argv
makeAndLose(ciphersEach, way)
await collect()
const before = process.memoryUsage.rss()
for (let round = 0; round < rounds; round += 1) {
  makeAndLose(ciphersEach, way)
  await collect()
}
console.log(JSON.stringify({ mebibytes: (process.memoryUsage.rss() - before) / mebibyte }))
