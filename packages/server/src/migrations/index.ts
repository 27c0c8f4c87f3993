import type { Migration } from '../platform/database/migrate.ts'
import { identity } from './0001-identity.ts'
import { devices } from './0002-devices.ts'
import { forwarding } from './0003-forwarding.ts'
import { certificates } from './0004-certificates.ts'
import { apiKeys } from './0005-api-keys.ts'
import { audit } from './0006-audit.ts'
import { webhooks } from './0007-webhooks.ts'
import { firewall } from './0008-firewall.ts'
import { recordings } from './0009-recordings.ts'
import { singleSignOn } from './0010-single-sign-on.ts'
import { tunnels } from './0011-tunnels.ts'
import { mail } from './0012-mail.ts'
import { billing } from './0013-billing.ts'
import { secondFactors } from './0014-second-factors.ts'
import { accounts } from './0015-accounts.ts'
import { connectors } from './0016-connectors.ts'
import { browserSessions } from './0017-browser-sessions.ts'
import { inviters } from './0018-inviters.ts'
import { positions } from './0019-positions.ts'
import { onlineCounts } from './0020-online-counts.ts'
import { connectorStates } from './0021-connector-states.ts'
import { invitedAddresses } from './0022-invited-addresses.ts'
import { sessionEnds } from './0023-session-ends.ts'
import { resetOrigins } from './0024-reset-origins.ts'
import { begunLogins } from './0025-begun-logins.ts'
import { onlineSlots } from './0026-online-slots.ts'

/** In order, without gaps. A migration that has been released is never edited; a new one follows it. */
export const migrations: readonly Migration[] = [
  identity,
  devices,
  forwarding,
  certificates,
  apiKeys,
  audit,
  webhooks,
  firewall,
  recordings,
  singleSignOn,
  tunnels,
  mail,
  billing,
  secondFactors,
  accounts,
  connectors,
  browserSessions,
  inviters,
  positions,
  onlineCounts,
  connectorStates,
  invitedAddresses,
  sessionEnds,
  resetOrigins,
  begunLogins,
  onlineSlots,
]
