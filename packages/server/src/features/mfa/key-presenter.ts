import type { SecurityKey } from '@sshore/contract'
import { time } from '../../platform/database/codecs.ts'
import type { MfaKeysTable } from '../../platform/database/mfa-tables.ts'

export const presentKey = ({ credential, name, created_at, last_used_at }: MfaKeysTable): SecurityKey => ({
  id: credential,
  name,
  created_at: time.toWire(created_at),
  last_used_at: time.toWire(last_used_at),
})
