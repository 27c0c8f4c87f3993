// What a commit costs is the wait for the disk. SQLite waits by itself in the middle of the event loop, and with it the
// whole process stands still, keystrokes and all. So its own wait is left out here and the log is brought to the disk by a
// thread of its own; transactions that come meanwhile share the next commit.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@sshore/contract'
import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Without waiting for the disk, https://www.sqlite.org/pragma.html#pragma_synchronous; the log itself stays consistent. */
const unsynced = sql`pragma synchronous = normal`
const synced = sql`pragma synchronous = full`

/** How long is waited for another process (the command line) that writes. */
export const busyTimeoutMilliseconds = 5000
/** SQLite's own waiting is one in the middle of the event loop as well. */
const impatient = sql`pragma busy_timeout = 0`
const patient = sql`pragma busy_timeout = ${sql.lit(busyTimeoutMilliseconds)}`
const tryAgainMilliseconds = 20

export const isBusy = (error: unknown): boolean =>
  error instanceof Error && /database is locked|database is busy/.test(error.message)

/** Reads wait while a group is written: with more members than this, the next group begins. */
const membersMost = 32

interface Member {
  /** Resolves to what settles the member's promise once the group is on the disk; rejects when it has to be undone. */
  run(transaction: Database): Promise<() => void>
  fail(error: unknown): void
}

interface Ran {
  readonly member: Member
  settle: () => void
}

export class CommitGroup {
  readonly #toDisk: () => Promise<void>
  readonly #busyMilliseconds: number
  readonly #waiting: Member[] = []
  #writing = false
  #written: Promise<void> = Promise.resolve()
  /** Since when another process keeps this one from writing. */
  #busySince: number | undefined

  /** @param toDisk brings all to the disk that was committed before it is called */
  constructor(toDisk: () => Promise<void>, busyMilliseconds = busyTimeoutMilliseconds) {
    this.#toDisk = toDisk
    this.#busyMilliseconds = busyMilliseconds
  }

  /**
   * Runs in a transaction that may be shared with others, one after the other, each as if alone: one that throws is
   * undone by itself. Resolves when it is on the disk. Fails with `database_unavailable` when another process writes for too long.
   */
  join<Result>(database: Database, run: (transaction: Database) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({
      async run(transaction) {
        const result = await run(transaction)
        return () => resolve(result)
      },
      fail: reject,
    })
    if (!this.#writing) this.#written = this.#write(database)
    return promise
  }

  /** Resolves when nobody waits for a commit, also nobody whom an earlier commit made write once more. */
  async idle(): Promise<void> {
    while (this.#writing) {
      await this.#written
      await nextTurn()
    }
  }

  async #write(database: Database): Promise<void> {
    this.#writing = true
    while (this.#waiting.length > 0) {
      // Whoever else wants to write in this turn of the event loop comes along.
      await nextTurn()
      await this.#writeGroup(database)
    }
    this.#writing = false
  }

  /** Never rejects. */
  async #writeGroup(database: Database): Promise<void> {
    const ran: Ran[] = []
    try {
      await database.connection().execute(async (connection) => {
        await unsynced.execute(connection)
        await impatient.execute(connection)
        try {
          await connection.transaction().execute((transaction) => this.#runAll(transaction, ran))
        } finally {
          await patient.execute(connection)
          await synced.execute(connection)
        }
      })
      this.#busySince = undefined
      await this.#toDisk()
    } catch (error) {
      if (ran.length === 0) return this.#notBegun(error)
      // The transaction is undone as a whole, and with it those whose own part was good; or it is committed and might not
      // survive a power cut, which nobody may be told is done.
      for (const { member } of ran) member.fail(error)
      return
    }
    for (const { settle } of ran) settle()
  }

  /** Whoever reads goes on while another process writes. */
  async #notBegun(error: unknown): Promise<void> {
    if (!isBusy(error)) {
      // Whoever is first would otherwise try again without end.
      this.#waiting.shift()?.fail(error)
      return
    }
    this.#busySince ??= performance.now()
    if (performance.now() - this.#busySince < this.#busyMilliseconds) {
      await sleep(tryAgainMilliseconds)
      return
    }
    this.#busySince = undefined
    const failure = new Failure('database_unavailable', { headers: { 'Retry-After': '5' } })
    for (const member of this.#waiting.splice(0)) member.fail(failure)
  }

  async #runAll(transaction: Database, ran: Ran[]): Promise<void> {
    for (let count = 0; count < membersMost; count += 1) {
      const member = this.#waiting.shift()
      if (!member) return
      const entry: Ran = { member, settle: () => undefined }
      ran.push(entry)
      const settle = await apart(transaction, member)
      if (settle) entry.settle = settle
    }
  }
}

/** Runs one among others that must not be undone with it; undefined when it failed and is undone. */
async function apart(transaction: Database, member: Member): Promise<(() => void) | undefined> {
  await sql`savepoint member`.execute(transaction)
  try {
    const settle = await member.run(transaction)
    await sql`release member`.execute(transaction)
    return settle
  } catch (error) {
    await undo(transaction, error)
    member.fail(error)
    return undefined
  }
}

/** Throws `error` again where a full disk has undone the whole transaction already, and with it all who were in it. */
async function undo(transaction: Database, error: unknown): Promise<void> {
  try {
    await sql`rollback to member`.execute(transaction)
    await sql`release member`.execute(transaction)
  } catch {
    throw error
  }
}
