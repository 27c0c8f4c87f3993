// Transactions that wait for SQLite's one writer at the same time go to the disk together: what a commit costs is the
// wait for the disk, in which the whole process stands still, and that is the same for one as for many.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Reads wait while a group is written: with more members than this, the next group begins. */
const membersMost = 32

interface Member {
  /** Resolves to what settles the member's promise once the group is on the disk; rejects when it has to be undone. */
  run(transaction: Database): Promise<() => void>
  fail(error: unknown): void
}

export class CommitGroup {
  readonly #waiting: Member[] = []
  #writing = false

  /**
   * Runs in a transaction that may be shared with others, one after the other, each as if alone: one that throws is
   * undone by itself. Resolves when it is on the disk.
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
    if (!this.#writing) void this.#write(database)
    return promise
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
    const ran: { readonly member: Member; readonly settle: () => void }[] = []
    let current: Member | undefined
    try {
      await database.transaction().execute(async (transaction) => {
        for (let count = 0; count < membersMost; count += 1) {
          current = this.#waiting.shift()
          if (!current) return
          const settle = ran.length === 0 ? await current.run(transaction) : await apart(transaction, current)
          if (settle) ran.push({ member: current, settle })
          current = undefined
        }
      })
    } catch (error) {
      // Where not even a transaction could begin, whoever is first would otherwise try again without end.
      const failing = current ?? (ran.length === 0 ? this.#waiting.shift() : undefined)
      failing?.fail(error)
      // The transaction is undone as a whole, and with it those whose own part was good.
      for (const { member } of ran) member.fail(error)
      return
    }
    for (const { settle } of ran) settle()
  }
}

/** Runs one behind others that must not be undone with it; undefined when it failed and is undone. */
async function apart(transaction: Database, member: Member): Promise<(() => void) | undefined> {
  await sql`savepoint member`.execute(transaction)
  try {
    const settle = await member.run(transaction)
    await sql`release member`.execute(transaction)
    return settle
  } catch (error) {
    // Fails where a full disk has undone the whole transaction already: then so have all who were in it.
    await sql`rollback to member`.execute(transaction)
    await sql`release member`.execute(transaction)
    member.fail(error)
    return undefined
  }
}
