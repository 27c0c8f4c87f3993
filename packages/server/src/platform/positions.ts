// Where on earth an address is, as a database in MaxMind's format (.mmdb) has it; whoever looks after the server provides one.
import { readFile, stat } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { type CityResponse, Reader } from 'mmdb-lib'
import type { Position } from '@sshore/contract'
import type { Logger } from 'pino'
import { canonicalAddress } from './canonical-address.ts'
import { isPublic } from './public-addresses.ts'

/** What is known of an address that no database knows, and of every address where there is no database. */
export const nowhere: Position = { latitude: 0, longitude: 0 }

export interface Positions {
  /** Of a private address, and of any text that is none, `nowhere`. */
  of(address: string): Position
  /** Reads the file again when it is another one than before; one that is no good is logged, and the one before goes on. */
  refresh(): Promise<void>
}

/** The file cannot serve; the message says why and what to do. */
class PositionsUnusableError extends Error {
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(
      `The database of positions ${file} ${problem}. SSHORE_GEO_DATABASE names a file in MaxMind's format that knows ` +
        'cities, such as GeoLite2-City.mmdb or dbip-city-lite.mmdb; without it no position is shown.',
      options,
    )
    this.name = 'PositionsUnusableError'
  }
}

interface Loaded {
  readonly stamp: string
  readonly reader: Reader<CityResponse>
}

/** Changes with every way in which such files are replaced: in place, and by renaming another over them. */
async function stampOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file)
  return `${mtimeMs} ${size} ${ino}`
}

function readerOf(bytes: Buffer): Reader<CityResponse> | undefined {
  try {
    const reader = new Reader<CityResponse>(bytes)
    const { binaryFormatMajorVersion, nodeCount, searchTreeSize } = reader.metadata
    if (binaryFormatMajorVersion !== 2 || !(nodeCount > 0) || !(searchTreeSize < bytes.length)) return undefined
    // Walks the tree to its end and reads what is there, so that a file that was cut off fails here.
    for (const address of ['1.1.1.1', '223.255.255.254']) reader.get(address)
    return reader
  } catch {
    return undefined
  }
}

async function load(file: string): Promise<Loaded> {
  let stamp: string
  let bytes: Buffer
  try {
    stamp = await stampOf(file)
    bytes = await readFile(file)
  } catch (error) {
    throw new PositionsUnusableError(file, `cannot be read (${error instanceof Error ? error.message : ''})`, {
      cause: error,
    })
  }
  const reader = readerOf(bytes)
  if (!reader) throw new PositionsUnusableError(file, "is damaged, or no file in MaxMind's format")
  return { stamp, reader }
}

const inRange = (degrees: unknown, most: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= most

function find({ reader }: Loaded, address: string, log: Logger): Position {
  const plain = canonicalAddress(address)
  // A database of IPv4 alone would take an IPv6 address for another.
  if (!isPublic(plain) || (isIPv6(plain) && reader.metadata.ipVersion === 4)) return nowhere
  try {
    const { latitude, longitude } = reader.get(plain)?.location ?? nowhere
    return inRange(latitude, 90) && inRange(longitude, 180) ? { latitude, longitude } : nowhere
  } catch (error) {
    log.warn({ err: error }, 'the database of positions is damaged where an address was looked up')
    return nowhere
  }
}

/** Of a server without a database. */
const unknown: Positions = { of: () => nowhere, refresh: () => Promise.resolve() }

/** Reads the file once, into memory. Fails with `PositionsUnusableError`. */
export async function openPositions(file: string | undefined, log: Logger): Promise<Positions> {
  if (file === undefined) return unknown
  let loaded = await load(file)
  const { databaseType } = loaded.reader.metadata
  if (/country|asn|isp|domain|connection|anonymous/i.test(databaseType)) {
    log.warn({ file, databaseType }, 'the database of positions is of a kind that has none; one of cities has')
  }
  /** The file that was said to be no good: it is tried again each time, and told once. */
  let told = ''
  return {
    of: (address) => find(loaded, address, log),
    async refresh() {
      const stamp = await stampOf(file).catch(() => 'cannot be read')
      if (stamp === loaded.stamp) return
      try {
        loaded = await load(file)
        log.info({ file, built: loaded.reader.metadata.buildEpoch }, 'read the database of positions anew')
      } catch (error) {
        if (told === stamp) return
        told = stamp
        log.error({ err: error, file }, 'the database of positions has changed and is no good; the one before goes on')
      }
    },
  }
}
