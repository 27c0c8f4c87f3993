import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Failure } from '@sshore/contract'

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default kind) with 19 MiB, two passes, one lane. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** At most this many hashes at a time: 19 MiB and one thread of the pool each, which file and name look-ups share. */
const concurrentHashes = Math.max(1, Math.min(3, availableParallelism()))
/** Who comes after this many waiting is turned away: they would give up before their turn. */
const waitingHashes = 256

export interface Passwords {
  /** Returns a PHC string. */
  hash(password: string): Promise<string>
  /** With no hash (no such user, or an empty one: a user without a password) it takes the same time and is false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean
}

/** Runs at most `limit` at a time; fails with `too_many_requests` when too many wait. */
function boundedQueue(limit: number, capacity: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) {
      if (waiting.length >= capacity) throw new Failure('too_many_requests', { headers: { 'Retry-After': '5' } })
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      await promise
    } else {
      running += 1
    }
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      // The place is handed on without being given up, so nobody can slip in between.
      if (next) next()
      else running -= 1
    }
  }
}

/** Password hashing with bounded memory; the queue belongs to the object made here. */
export async function createPasswords(): Promise<Passwords> {
  const queue = boundedQueue(concurrentHashes, waitingHashes)
  const hashOfNobody = await hash(randomBytes(16).toString('hex'), parameters)
  return {
    hash: (password) => queue(() => hash(password, parameters)),
    async verify(stored, password) {
      const known = stored === undefined || stored === '' ? undefined : stored
      const matches = await queue(() => verify(known ?? hashOfNobody, password))
      return matches && known !== undefined
    },
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  }
}
