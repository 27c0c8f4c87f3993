import { Readable } from 'node:stream'
import { type AuditProperty, contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Condition } from '../../platform/filter/filter.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Services } from '../../services.ts'
import { getNamespaceByName } from '../namespaces/index.ts'
import { presentEntry } from './audit.presenter.ts'
import { auditFilter, findLog, listEntries, listLog, readStretch } from './audit.store.ts'
import { type LogName, logOf, serverLog } from './logs.ts'
import { verifyLogs } from './verification.ts'

/** The whole log as it is now. */
async function* lines(database: Database, log: LogName, filter: Condition<AuditProperty>): AsyncGenerator<string> {
  const ends = await findLog(database, log)
  const stretch = { filter, after: 0, upTo: ends?.last_number ?? 0 }
  for await (const rows of readStretch(database, log, stretch)) {
    yield rows.map((row) => `${JSON.stringify(presentEntry(row))}\n`).join('')
  }
}

async function logNamed({ database }: Services, name: string | undefined): Promise<LogName> {
  return name === undefined ? serverLog : (await getNamespaceByName(database, name)).tenant_id
}

export const auditRoutes = [
  implement(contract.listAudit, async ({ query, caller, reply, services: { database } }) => {
    const listing = {
      filter: auditFilter(query.filter),
      direction: query.order_by ?? 'desc',
      page: pageOf(query),
    }
    const { rows, total } = await listEntries(database, caller.scope, listing)
    reply.header('X-Total-Count', String(total))
    return rows.map(presentEntry)
  }),

  implement(contract.exportAudit, ({ query, caller, services: { database } }) =>
    Readable.from(lines(database, logOf(caller.scope), auditFilter(query.filter))),
  ),

  implement(contract.listAuditOf, async ({ query, reply, services }) => {
    const log = await logNamed(services, query.namespace)
    const listing = { filter: auditFilter(undefined), direction: 'desc', page: pageOf(query) } as const
    const { rows, total } = await listLog(services.database, log, listing)
    reply.header('X-Total-Count', String(total))
    return rows.map(presentEntry)
  }),

  implement(contract.verifyAudit, ({ services }) => verifyLogs(services)),
]
