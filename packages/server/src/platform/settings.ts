// Facts about the whole server that outlive it, each with a default for as long as nobody has said otherwise.
import { json } from './database/codecs.ts'
import type { Database } from './database/schema.ts'

export interface ServerSetting<Value> {
  read(database: Database): Promise<Value>
  write(database: Database, value: Value): Promise<void>
}

/** `name` is the row's: two settings never share one. */
export function serverSetting<Value>(name: string, initial: Value): ServerSetting<Value> {
  const kept = json<Value>()
  return {
    read: async (database) => {
      const row = await database.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
      return row ? kept.read(row.value) : initial
    },
    write: async (database, value) => {
      const text = kept.write(value)
      await database
        .insertInto('settings')
        .values({ name, value: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
        .execute()
    },
  }
}

/** Setup was done, or made needless by a user from the command line. Never goes back. */
export const setupDone = serverSetting('setup_done', false)
/** People may sign in with a password of this server. */
export const localAuthentication = serverSetting('local_authentication', true)
