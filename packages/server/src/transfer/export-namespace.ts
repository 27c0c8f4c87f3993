import type { Fingerprint } from '@sshore/contract'
import { sealContext } from '../features/certificate-authority/index.ts'
import { getNamespaceByName } from '../features/namespaces/index.ts'
import { migrations } from '../migrations/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { type Scope, scopeOf } from '../platform/scope.ts'
import type { Services } from '../services.ts'
import { type PassphraseSeal, passphraseSeal } from './passphrase.ts'
import { snapshot } from './snapshot.ts'
import { listUsersOf, nextRows } from './transfer.store.ts'
import { sealedLines, type TransferHeader, transferVersion } from './transfer-file.ts'
import {
  sessionTables,
  transferredColumns,
  type TransferredTable,
  transferredTables,
  type TransferRow,
} from './transferred-tables.ts'

export interface ExportChoices {
  readonly withSessions: boolean
  /** Hashes of passwords, so that members can sign in on the new server as they do here. */
  readonly withPasswords: boolean
  /** Seals private keys of authorities; without it they are left out. */
  readonly passphrase?: string
  readonly version: string
}

export interface ExportReport {
  readonly rows: Readonly<Record<string, number>>
  readonly users: number
  /** Authorities whose private key was left out. */
  readonly withoutKey: readonly string[]
}

const pageRows = 500

async function* rowsOf(database: Database, scope: Scope, table: TransferredTable): AsyncGenerator<TransferRow> {
  const columns = Object.keys(transferredColumns[table])
  let last: TransferRow | undefined
  for (;;) {
    const rows = await nextRows(database, scope, table, last, pageRows)
    for (const row of rows) yield Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
    if (rows.length < pageRows) return
    last = rows.at(-1)
  }
}

/**
 * Hands the file to `write` line by line, all of it as it was at one moment. Fails with `namespace_not_found`.
 * `write` is waited for, so that no more than a page of rows is held.
 */
export async function exportNamespace(
  services: Services,
  name: string,
  choices: ExportChoices,
  write: (line: string) => Promise<void>,
): Promise<ExportReport> {
  const seal = choices.passphrase === undefined ? undefined : await passphraseSeal(choices.passphrase)
  const rows: Record<string, number> = {}
  const withoutKey: string[] = []
  let users = 0

  function rowToWrite(scope: Scope, table: TransferredTable, row: TransferRow): TransferRow {
    if (table !== 'certificate_authorities' || row['sealed_key'] === null) return row
    const fingerprint = String(row['fingerprint']) as Fingerprint
    if (!seal) withoutKey.push(String(row['name']))
    return { ...row, sealed_key: seal ? resealed(services, seal, scope, fingerprint, row) : null }
  }

  async function* lines(database: Database): AsyncGenerator<string> {
    const { tenant_id: tenantId, name: known } = await getNamespaceByName(database, name)
    const scope = scopeOf(tenantId)
    const header: TransferHeader = {
      sshore: 'namespace',
      version: transferVersion,
      schema: migrations.length,
      written_at: new Date(services.clock.now()).toISOString(),
      server_version: choices.version,
      name: known,
      tenant_id: tenantId,
      with_sessions: choices.withSessions,
      salt: seal?.salt ?? null,
    }
    yield `${JSON.stringify(header)}\n`
    for (const user of await listUsersOf(database, scope)) {
      // Who came by single sign-on has none.
      const hash = choices.withPasswords && user.password_hash !== '' ? user.password_hash : null
      users += 1
      yield `${JSON.stringify({ user: { ...user, password_hash: hash } })}\n`
    }
    for (const table of transferredTables) {
      if (sessionTables.has(table) && !choices.withSessions) continue
      rows[table] = 0
      for await (const row of rowsOf(database, scope, table)) {
        rows[table] += 1
        yield `${JSON.stringify({ table, row: rowToWrite(scope, table, row) })}\n`
      }
    }
  }

  await snapshot(services.database, async (database) => {
    for await (const line of sealedLines(lines(database))) await write(line)
  })
  return { rows, users, withoutKey }
}

function resealed(
  { sealer }: Services,
  seal: PassphraseSeal,
  scope: Scope,
  fingerprint: Fingerprint,
  row: TransferRow,
): string {
  const secret = sealer.open(String(row['sealed_key']), sealContext(scope, fingerprint))
  return seal.seal(secret, fingerprint)
}
