import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { auditColumns, auditProperties } from '../filters.ts'
import { Facts, Filter, OneOf, OrderBy, Paging, SortBy, Time, TotalCount } from '../schemas.ts'
import { NamespaceName } from '../entities.ts'

export const actorKinds = ['user', 'api-key', 'administrator', 'device', 'anybody', 'command-line', 'server'] as const
export type ActorKind = (typeof actorKinds)[number]

export const AuditEntry = Type.Object({
  id: Type.Integer({ description: 'Counts from 1 in each namespace, without gaps', examples: [42] }),
  time: Time,
  action: Type.String({ description: 'What was done', examples: ['device.update'] }),
  actor: Type.Object({
    kind: OneOf(actorKinds, 'Who did it; administrator: of the server; anybody: somebody without a credential'),
    id: Type.String({ description: 'User, device, or who created the API key; empty where there is none' }),
    name: Type.String({ description: 'User name, or name of the API key', examples: ['ana'] }),
  }),
  target: Type.Object({
    kind: Type.String({ description: 'What it was done to', examples: ['device'] }),
    id: Type.String(),
    name: Type.String({ examples: ['lab-pi'] }),
  }),
  address: Type.String({ description: 'Where it was done from, past trusted proxies', examples: ['203.0.113.9'] }),
  request_id: Type.String({ examples: ['0c7f3f4e-3d0f-4f0e-9d57-4c5be5f0a111'] }),
  user_agent: Type.String({ examples: ['Mozilla/5.0'] }),
  before: Facts,
  after: Facts,
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  feature: 'audit',
  summary: 'List what was done in the namespace, newest first unless asked otherwise',
  access: { kind: 'member', permission: 'audit:details', apiKey: true },
  query: Type.Object({
    filter: Filter(auditProperties),
    ...Paging,
    sort_by: SortBy(auditColumns),
    order_by: OrderBy,
  }),
  success: { status: 200, description: 'Entries', body: Type.Array(AuditEntry), headers: TotalCount },
  errors: [],
})

export const exportAudit = endpoint({
  id: 'exportAudit',
  method: 'GET',
  path: '/api/audit/export',
  feature: 'audit',
  summary: 'Everything that was done in the namespace, oldest first, one JSON object a line',
  access: { kind: 'member', permission: 'audit:details', apiKey: true },
  query: Type.Object({ filter: Filter(auditProperties) }),
  success: { status: 200, description: 'Entries, line by line', body: AuditEntry, stream: 'application/x-ndjson' },
  errors: [],
})

const byCommandLine = { kind: 'internal', by: 'command-line' } as const

const Log = Type.Object({
  namespace: Type.Optional(NamespaceName),
  ...Paging,
})

export const listAuditOf = endpoint({
  id: 'listAuditOf',
  method: 'GET',
  path: '/internal/audit',
  feature: 'audit',
  summary: 'List what was done in a namespace, or, without one, to what belongs to none; newest first',
  access: byCommandLine,
  query: Log,
  success: { status: 200, description: 'Entries', body: Type.Array(AuditEntry), headers: TotalCount },
  errors: ['namespace_not_found'],
})

export const verifyAudit = endpoint({
  id: 'verifyAudit',
  method: 'GET',
  path: '/internal/audit/verify',
  feature: 'audit',
  summary: 'Check every log for entries that were changed, added or taken out past the server',
  access: byCommandLine,
  success: {
    status: 200,
    description: 'One verdict for each log',
    body: Type.Array(
      Type.Object({
        log: Type.String({ description: 'Name or identifier of the namespace; "server" for what belongs to none' }),
        entries: Type.Integer(),
        intact: Type.Boolean(),
        problem: Type.String({ description: 'What is wrong, and where; empty when nothing is' }),
      }),
    ),
  },
  errors: [],
})
