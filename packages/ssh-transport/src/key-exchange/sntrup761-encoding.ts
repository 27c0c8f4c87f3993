// How Streamlined NTRU Prime writes polynomials as bytes (NTRU Prime submission, section 4.5 "Encode" and "Decode"):
// coefficients of mixed radix are merged in pairs, and bytes are split off wherever a radix grows past 14 bits. Which
// branch is taken depends on the radixes alone, never on a coefficient.

const radixLimit = 16_384

interface Split {
  readonly radixes: readonly number[]
  /** Per pair: how many bytes were split off. */
  readonly bytes: readonly number[]
}

/** What a level of the tree looks like, from the radixes of the level below. */
function split(radixes: readonly number[]): Split {
  const above: number[] = []
  const bytes: number[] = []
  for (let i = 0; i + 1 < radixes.length; i += 2) {
    let radix = (radixes[i] ?? 1) * (radixes[i + 1] ?? 1)
    let count = 0
    while (radix >= radixLimit) {
      radix = Math.ceil(radix / 256)
      count += 1
    }
    above.push(radix)
    bytes.push(count)
  }
  const odd = radixes.length % 2 === 1 ? radixes.at(-1) : undefined
  return { radixes: odd === undefined ? above : [...above, odd], bytes }
}

/** The levels of the tree for `count` numbers below `radix`. */
function levelsOf(count: number, radix: number): { levels: readonly (readonly number[])[]; splits: readonly Split[] } {
  const levels: (readonly number[])[] = [Array.from({ length: count }, () => radix)]
  const splits: Split[] = []
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const next = split(level)
    splits.push(next)
    levels.push(next.radixes)
  }
  return { levels, splits }
}

export interface Encoding {
  readonly bytes: number
  encode(numbers: ArrayLike<number>): Buffer
  /** Takes exactly `bytes` bytes. Any bytes give numbers below the radix. */
  decode(encoded: Uint8Array): Uint16Array
}

/** `count` numbers from 0 to `radix` - 1. */
export function mixedRadix(count: number, radix: number): Encoding {
  const { levels, splits } = levelsOf(count, radix)
  const rootRadix = levels.at(-1)?.[0] ?? 1
  const rootBytes = Math.ceil(Math.log2(rootRadix) / 8)
  const bytes = rootBytes + splits.flatMap((level) => level.bytes).reduce((sum, one) => sum + one, 0)

  const encode = (numbers: ArrayLike<number>): Buffer => {
    const target = Buffer.alloc(bytes)
    let at = 0
    let values = Array.from(numbers)
    splits.forEach((level, depth) => {
      const radixes = levels[depth] ?? []
      const above: number[] = []
      for (let i = 0; i + 1 < values.length; i += 2) {
        let value = (values[i] ?? 0) + (values[i + 1] ?? 0) * (radixes[i] ?? 1)
        for (let left = level.bytes[i / 2] ?? 0; left > 0; left -= 1) {
          target[at] = value & 0xff
          at += 1
          value >>>= 8
        }
        above.push(value)
      }
      if (values.length % 2 === 1) above.push(values.at(-1) ?? 0)
      values = above
    })
    target.writeUIntLE(values[0] ?? 0, at, rootBytes)
    return target
  }

  const decode = (encoded: Uint8Array): Uint16Array => {
    const source = Buffer.from(encoded)
    let end = bytes - rootBytes
    let values = [source.readUIntLE(end, rootBytes) % rootRadix]
    for (let depth = splits.length - 1; depth >= 0; depth -= 1) {
      const radixes = levels[depth] ?? []
      const counts = splits[depth]?.bytes ?? []
      let at = end - counts.reduce((sum, one) => sum + one, 0)
      end = at
      const below: number[] = []
      for (let i = 0; i + 1 < radixes.length; i += 2) {
        let bottom = 0
        let scale = 1
        for (let left = counts[i / 2] ?? 0; left > 0; left -= 1) {
          bottom += (source[at] ?? 0) * scale
          scale *= 256
          at += 1
        }
        const value = bottom + scale * (values[i / 2] ?? 0)
        const radix = radixes[i] ?? 1
        below.push(value % radix, Math.floor(value / radix) % (radixes[i + 1] ?? 1))
      }
      if (radixes.length % 2 === 1) below.push(values.at(-1) ?? 0)
      values = below
    }
    return Uint16Array.from(values)
  }

  return { bytes, encode, decode }
}
