import { contract } from '@sshore/contract'
import { sql } from 'kysely'
import { implement } from '../../http/implement.ts'
import { setupDone } from '../../platform/settings.ts'
import { describe } from './instance.ts'
import { setUp } from './setup.ts'

export const implementations = [
  implement(contract.getInfo, ({ query, request, services }) => describe(services, request.host, query.agent_version)),
  implement(contract.getHealth, () => undefined),
  implement(contract.getReadiness, async ({ services }) => {
    await sql`select 1`.execute(services.database)
  }),
  implement(contract.setup, ({ query, body, changeServer, services }) =>
    setUp(services, changeServer, query.sign, body),
  ),
  implement(contract.getSetup, async ({ services }) => {
    const done = await setupDone.read(services.database)
    const { publicUrl } = services.options
    return { done, sign: done ? '' : services.setupSignature, ...(publicUrl ? { public_url: publicUrl } : {}) }
  }),
]
