import { randomUUID } from 'node:crypto'
import { limits, NamespaceName, type TenantId } from '@sshore/contract'
import { Value } from 'typebox/value'
import { migrations } from '../migrations/index.ts'
import type { Work } from '../hooks.ts'
import type { Actor } from '../platform/actor.ts'
import { changeServer } from '../platform/change.ts'
import { scopeOf } from '../platform/scope.ts'
import type { Services } from '../services.ts'
import { checkRow, type Renaming, renamedRow } from './import-rows.ts'
import { createImportedUser, hashOfNobody, type ImportedUser, matchUser, type UserChoices } from './import-users.ts'
import { passphraseSeal } from './passphrase.ts'
import { findTransferTarget, insertRows } from './transfer.store.ts'
import { type RowRecord, type TransferFile, type TransferHeader, TransferRefused } from './transfer-file.ts'
import type { TransferredTable, TransferRow } from './transferred-tables.ts'

export interface ImportChoices extends UserChoices {
  /** Another name than in the file. */
  readonly as?: string
  /** Gives the namespace a new identifier: devices then have to be told of it. */
  readonly newTenant: boolean
  readonly passphrase?: string
  /** Takes everything back at the end. */
  readonly dryRun: boolean
}

export interface ImportReport {
  readonly name: string
  readonly tenantId: TenantId
  readonly rows: Readonly<Record<string, number>>
  readonly createdUsers: readonly string[]
  /** API keys that exist on this server already, and stay with what they open now. */
  readonly skippedApiKeys: number
}

class TakenBack extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('A dry run is taken back.')
    this.report = report
  }
}

/** On the data itself there is no request, and no address that it came from. */
const operator: Actor = {
  kind: 'command-line',
  origin: { address: '', requestId: '', userAgent: 'sshore import' },
}

const batchRows = 200

function targetOf(header: TransferHeader, { as, newTenant }: ImportChoices) {
  const name = (as ?? header.name).toLowerCase()
  const fits: boolean = Value.Check(NamespaceName, name)
  if (!fits) {
    const { min, max } = limits.namespaceName
    throw new TransferRefused([
      `${name} cannot be the name of a namespace: ${min} to ${max} letters, digits and hyphens.`,
    ])
  }
  // The header was checked to be text; what is no identifier finds nothing and is written as it is.
  const tenantId = (newTenant ? randomUUID() : header.tenant_id) as TenantId
  return { name, tenantId }
}

async function targetProblems(
  { database }: Work,
  { name, tenantId }: { readonly name: string; readonly tenantId: TenantId },
): Promise<string[]> {
  return (await findTransferTarget(database, tenantId, name)).map((taken) =>
    taken.tenant_id === tenantId
      ? `The identifier ${tenantId} belongs to the namespace ${taken.name} here. Delete that one, or give the other a new identifier with --new-tenant; its devices then need to be told.`
      : `There is a namespace ${taken.name} here already. Choose another name with --as.`,
  )
}

/** Users come first in a file; all that is in the way is told at once. */
async function usersOf(
  services: Services,
  work: Work,
  users: readonly ImportedUser[],
  choices: ImportChoices & { readonly otherHash: string },
  problems: string[],
): Promise<{ readonly ids: ReadonlyMap<string, string>; readonly created: readonly string[] }> {
  const ids = new Map<string, string>()
  const toCreate: ImportedUser[] = []
  for (const user of users) {
    const match = await matchUser(work.database, user, choices)
    if ('problem' in match) problems.push(match.problem)
    else if ('create' in match) toCreate.push(match.create)
    else if ([...ids.values()].includes(match.found)) {
      problems.push(`${user.username} and another user of the file are one here.`)
    } else ids.set(user.id, match.found)
  }
  if (problems.length > 0) throw new TransferRefused(problems)
  for (const user of toCreate) ids.set(user.id, await createImportedUser(services, work, user, choices.otherHash))
  return { ids, created: toCreate.map(({ username }) => username) }
}

interface Split {
  readonly users: readonly ImportedUser[]
  readonly rows: AsyncIterable<RowRecord>
}

async function split(records: TransferFile['records']): Promise<Split> {
  const iterator = records[Symbol.asyncIterator]()
  const users: ImportedUser[] = []
  let next = await iterator.next()
  for (; !next.done && 'user' in next.value; next = await iterator.next()) users.push(next.value.user)
  async function* rows(): AsyncGenerator<RowRecord> {
    for (; !next.done; next = await iterator.next()) {
      if ('user' in next.value) throw new TransferRefused(['The file is damaged: a user stands among the rows.'])
      yield next.value
    }
  }
  return { users, rows: rows() }
}

/** Writes rows in pieces of one table and one shape. */
async function insertAll({ database }: Work, rows: AsyncIterable<RowRecord>, renaming: Renaming) {
  const counts: Record<string, number> = {}
  let skipped = 0
  let batch: { readonly table: TransferredTable; readonly shape: string; readonly rows: TransferRow[] } | undefined
  async function flush(): Promise<void> {
    if (!batch) return
    const { table, rows: ready } = batch
    const written = await insertRows(database, table, ready)
    skipped += ready.length - written
    counts[table] = (counts[table] ?? 0) + written
    batch = undefined
  }
  for await (const record of rows) {
    const table = checkRow(record)
    const row = renamedRow(table, record.row, renaming)
    const shape = Object.keys(row).join(',')
    if (batch && (batch.table !== table || batch.shape !== shape || batch.rows.length === batchRows)) await flush()
    batch ??= { table, shape, rows: [] }
    batch.rows.push(row)
  }
  await flush()
  return { counts, skipped }
}

/**
 * Takes a namespace in, wholly or not at all. Throws `TransferRefused` with everything that is in the way. What was written by an
 * older version gets the defaults of what came since.
 */
export async function importNamespace(
  services: Services,
  { header, records }: TransferFile,
  choices: ImportChoices,
): Promise<ImportReport> {
  if (header.schema > migrations.length) {
    throw new TransferRefused(['The file was written by a newer version. Update this server first.'])
  }
  const seal =
    header.salt === null || choices.passphrase === undefined
      ? undefined
      : await passphraseSeal(choices.passphrase, header.salt)
  const target = targetOf(header, choices)
  const { users, rows } = await split(records)
  const otherHash = await hashOfNobody(services)
  let begun = false
  try {
    return await changeServer(services, operator, async (work) => {
      // After a deadlock the work is begun anew, but the file has been read.
      if (begun) throw new TransferRefused(['The database was too busy. Nothing was taken in; try again.'])
      begun = true
      const problems = await targetProblems(work, target)
      const { ids, created } = await usersOf(services, work, users, { ...choices, otherHash }, problems)
      const { sealer } = services
      const renaming = { ...target, newTenant: choices.newTenant, users: ids, devices: new Map(), sealer, seal }
      const { counts, skipped } = await insertAll(work, rows, renaming)
      if (counts['namespaces'] !== 1) {
        throw new TransferRefused(['The file is damaged: it does not hold one namespace.'])
      }
      const { name, tenantId } = target
      await work.changed(
        { what: 'namespace.create', target: { kind: 'namespace', id: tenantId, name }, after: { name } },
        scopeOf(tenantId),
      )
      const report = { name, tenantId, rows: counts, createdUsers: created, skippedApiKeys: skipped }
      if (choices.dryRun) throw new TakenBack(report)
      return report
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.report
    throw error
  }
}
