import type { Fingerprint } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import { presentKeyLine } from './openssh-key.ts'
import { getPublicKey } from './public-keys.store.ts'

/** Base64 of the key's line, as its `data` in the contract. Fails with `public_key_not_found`. */
export async function getKeyData(database: Database, scope: Scope, fingerprint: Fingerprint): Promise<string> {
  return presentKeyLine((await getPublicKey(database, scope, fingerprint)).line)
}
