import type { PublicKey, PublicKeyFilter } from '@sshore/contract'
import { time } from '../../platform/database/codecs.ts'
import { presentKeyLine } from './openssh-key.ts'
import type { PublicKeyRow } from './public-keys.store.ts'

export const filterOf = ({ hostname, tags }: Pick<PublicKeyRow, 'hostname' | 'tags'>): PublicKeyFilter =>
  hostname === null ? { tags: [...tags] } : { hostname }

export const filterColumns = (filter: PublicKeyFilter): Pick<PublicKeyRow, 'hostname' | 'tags'> =>
  'hostname' in filter ? { hostname: filter.hostname, tags: [] } : { hostname: null, tags: filter.tags }

export const presentPublicKey = (row: PublicKeyRow): PublicKey => ({
  data: presentKeyLine(row.line),
  fingerprint: row.fingerprint,
  created_at: time.toWire(row.created_at),
  tenant_id: row.tenant_id,
  name: row.name,
  username: row.username,
  filter: filterOf(row),
})
