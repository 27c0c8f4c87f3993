import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const patienceMilliseconds = 10_000

/** Opens the embedded database of a stack beside its server; what is written to it is there at once. `folder` is the stack's. */
export const openDatabaseBeside = ({ folder }: { readonly folder: string }): DatabaseSync =>
  new DatabaseSync(join(folder, 'server/sshore.db'), { timeout: patienceMilliseconds })
