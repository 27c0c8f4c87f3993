// The face of the addon: what JavaScript may give it, and what becomes of the memory behind it.
import fc from 'fast-check'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { native, type NativeName } from './native.ts'

if (!native) throw new Error('the addon was not built')
const { Sealer, Opener } = native

const none = Buffer.alloc(0)
const keysOf: Readonly<Record<NativeName, readonly [Buffer, Buffer, Buffer]>> = {
  'aes-gcm': [randomBytes(16), randomBytes(12), none],
  'chacha20-poly1305': [randomBytes(64), none, none],
  'aes-ctr-hmac-sha256': [randomBytes(16), randomBytes(16), randomBytes(32)],
  'aes-ctr-hmac-sha512': [randomBytes(24), randomBytes(16), randomBytes(64)],
  'aes-ctr-hmac-sha256-etm': [randomBytes(32), randomBytes(16), randomBytes(32)],
  'aes-ctr-hmac-sha512-etm': [randomBytes(16), randomBytes(16), randomBytes(64)],
}
const names = Object.keys(keysOf) as NativeName[]

/** Calls as JavaScript can, whatever the types say. */
const call = (target: object, method: string, ...input: unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, method), target, input)

const anything = fc.oneof(
  fc.anything({ withTypedArray: true, withBigInt: true, withSparseArray: true }),
  fc.uint8Array({ maxLength: 80 }),
  fc.constantFrom<unknown>(new ArrayBuffer(64), new DataView(new ArrayBuffer(64)), new SharedArrayBuffer(64), Sealer),
  fc.constantFrom(...names),
)

describe.each(names)('%s', (name) => {
  it('refuses keys of every other size', () => {
    const [cipherKey, initialVector, macKey] = keysOf[name]
    const taken = (key: 'cipherKey' | 'initialVector' | 'macKey'): number[] =>
      Array.from({ length: 130 }, (_, bytes) => bytes).filter((bytes) => {
        const keys = { cipherKey, initialVector, macKey, [key]: Buffer.alloc(bytes) }
        try {
          new Sealer(name, keys.cipherKey, keys.initialVector, keys.macKey).free()
          new Opener(name, keys.cipherKey, keys.initialVector, keys.macKey).free()
          return true
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          return false
        }
      })
    expect(taken('cipherKey')).toEqual(name === 'aes-gcm' ? [16, 32] : name.startsWith('aes') ? [16, 24, 32] : [64])
    // What a cipher has no use for may have any size.
    if (initialVector.length > 0) expect(taken('initialVector')).toEqual([initialVector.length])
    if (macKey.length > 0) expect(taken('macKey')).toEqual([macKey.length])
  })

  it('touches nothing but the packet, whatever its size', () => {
    const margin = 64
    const sizes = fc.tuple(fc.nat(200), fc.nat(2 ** 32 - 1), fc.constantFrom('seal', 'open', 'packetBytes'))
    fc.assert(
      fc.property(sizes, ([bytes, sequence, method]) => {
        const target = method === 'seal' ? new Sealer(name, ...keysOf[name]) : new Opener(name, ...keysOf[name])
        const memory = Buffer.alloc(bytes + 2 * margin, 0xa5)
        const packet = memory.subarray(margin, margin + bytes)
        try {
          call(target, method, packet, sequence)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect(String(error)).toMatch(/wrong (packet size|tag)/)
        }
        const outside = Buffer.concat([memory.subarray(0, margin), memory.subarray(margin + bytes)])
        expect(outside.equals(Buffer.alloc(2 * margin, 0xa5))).toBe(true)
        target.free()
      }),
      { numRuns: 300 },
    )
  })

  it('leaves nothing readable of a packet with a wrong tag', () => {
    const sealer = new Sealer(name, ...keysOf[name])
    const opener = new Opener(name, ...keysOf[name])
    const packet = Buffer.alloc(160, 'secret')
    packet.writeUInt32BE(92, 0)
    sealer.seal(packet, 3)
    packet[100]! ^= 1
    opener.packetBytes(packet.subarray(0, 16), 3)
    expect(() => opener.open(packet, 3)).toThrow('wrong tag')
    expect(packet.every((byte) => byte === 0)).toBe(true)
  })

  it('only throws once it is freed, and may be freed again', () => {
    for (const target of [new Sealer(name, ...keysOf[name]), new Opener(name, ...keysOf[name])]) {
      target.free()
      target.free()
      const method = target instanceof Sealer ? 'seal' : 'open'
      expect(() => call(target, method, Buffer.alloc(200), 0)).toThrow('this cipher was freed')
    }
  })
})

describe('the addon', () => {
  it('answers arguments of any kind with a result or a JavaScript error', () => {
    const makers = fc.tuple(fc.constantFrom(Sealer, Opener), fc.array(anything, { maxLength: 5 }), fc.boolean())
    const construct = ([make, input, called]: [object, unknown[], boolean]): void => {
      try {
        if (called) Reflect.apply(make as () => unknown, undefined, input)
        else Reflect.construct(make as new () => unknown, input)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
    fc.assert(fc.property(makers, construct), { numRuns: 2000 })

    const calls = fc.tuple(
      fc.constantFrom(...names),
      fc.constantFrom('seal', 'packetBytes', 'open', 'free'),
      fc.array(anything, { maxLength: 3 }),
    )
    const use = ([name, method, input]: [NativeName, string, unknown[]]): void => {
      for (const target of [new Sealer(name, ...keysOf[name]), new Opener(name, ...keysOf[name])]) {
        if (!(method in target)) continue
        try {
          call(target, method, ...input)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }
    }
    fc.assert(fc.property(calls, use), { numRuns: 2000 })
  })

  it('refuses to work on an object that it did not make', () => {
    const sealer = new Sealer('aes-gcm', ...keysOf['aes-gcm'])
    const opener = new Opener('aes-gcm', ...keysOf['aes-gcm'])
    const strangers = [{}, opener, Object.create(sealer), undefined, 7, new Proxy(sealer, {})]
    for (const stranger of strangers) {
      expect(() => Reflect.apply(sealer.seal, stranger, [Buffer.alloc(64), 0])).toThrow(TypeError)
      expect(() => Reflect.apply(sealer.free, stranger, [])).toThrow(TypeError)
    }
    expect(() => Reflect.apply(sealer.seal, sealer, [Buffer.alloc(64), 0])).not.toThrow()
  })

  it('refuses a packet whose memory went elsewhere', () => {
    const sealer = new Sealer('aes-gcm', ...keysOf['aes-gcm'])
    const memory = new Uint8Array(64)
    structuredClone(memory.buffer, { transfer: [memory.buffer] })
    expect(() => call(sealer, 'seal', memory, 0)).toThrow('wrong packet size')
  })
})

describe('a process that makes ciphers without end', () => {
  const grownMebibytes = async (way: string): Promise<number> => {
    const script = join(import.meta.dirname, 'testing/garbage-main.ts')
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, way])
    return JSON.parse(stdout).mebibytes
  }

  it.each(['free', 'leave'])('neither grows nor ends when it %ss them', async (way) => {
    expect(await grownMebibytes(way)).toBeLessThan(16)
  })

  it('is seen to grow when it keeps them', async () => {
    expect(await grownMebibytes('keep')).toBeGreaterThan(32)
  })
})
