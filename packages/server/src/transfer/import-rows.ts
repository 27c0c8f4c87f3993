// Rows of a file, as they have to be on this server.
import { createHash } from 'node:crypto'
import type { Fingerprint, TenantId } from '@sshore/contract'
import { sealContext } from '../features/certificate-authority/index.ts'
import { deviceUid } from '../features/devices/index.ts'
import { scopeOf } from '../platform/scope.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { PassphraseSeal } from './passphrase.ts'
import { type RowRecord, TransferRefused } from './transfer-file.ts'
import { references, transferredColumns, type TransferredTable, type TransferRow } from './transferred-tables.ts'

export interface Renaming {
  readonly name: string
  readonly tenantId: TenantId
  /** Whether that is another one than in the file. */
  readonly newTenant: boolean
  readonly users: ReadonlyMap<string, string>
  /** Filled as devices come, which is before what refers to them. */
  readonly devices: Map<string, string>
  readonly sealer: Sealer
  readonly seal: PassphraseSeal | undefined
}

const isTable = (name: string): name is TransferredTable => Object.hasOwn(transferredColumns, name)

const fits = (kind: string, cell: string | number | null): boolean =>
  cell === null
    ? kind.endsWith('?')
    : typeof cell === 'number'
      ? kind.startsWith('number') && Number.isSafeInteger(cell)
      : kind.startsWith('text') && !cell.includes('\0')

/** Throws `TransferRefused` for a table, a column or a value that cannot be. What an older version did not know may be missing. */
export function checkRow({ table, row }: RowRecord): TransferredTable {
  if (!isTable(table)) throw new TransferRefused([`The file holds rows of ${table}, which this version does not know.`])
  const columns: Readonly<Record<string, string>> = transferredColumns[table]
  for (const [column, cell] of Object.entries(row)) {
    const kind = Object.hasOwn(columns, column) ? columns[column] : undefined
    if (kind === undefined || !fits(kind, cell)) {
      throw new TransferRefused([`A row of ${table} is damaged: ${column} is nothing that this version knows.`])
    }
  }
  return table
}

const refuse = (sentence: string): never => {
  throw new TransferRefused([sentence])
}

/** With another namespace identifier the uid follows from it, as the agent will compute it when it is told of the namespace. */
function renamedDevice(row: TransferRow, { newTenant, tenantId, devices }: Renaming): TransferRow {
  const uid = newTenant ? deviceUid(String(row['mac']), String(row['public_key']), tenantId) : String(row['uid'])
  devices.set(String(row['uid']), uid)
  return { ...row, uid, disconnected_at: row['disconnected_at'] ?? row['last_seen_at'] ?? 0 }
}

const renamedSession = (uid: string, { newTenant, tenantId }: Renaming): string =>
  newTenant ? createHash('sha256').update(`${tenantId} ${uid}`).digest('hex') : uid

function openedAuthority(row: TransferRow, { tenantId, sealer, seal }: Renaming): TransferRow {
  const sealed = row['sealed_key'] ?? null
  if (sealed === null) return row
  if (!seal) return refuse('The file holds sealed private keys: give the passphrase that it was written with.')
  const fingerprint = String(row['fingerprint']) as Fingerprint
  try {
    const secret = seal.open(String(sealed), fingerprint)
    return { ...row, sealed_key: sealer.seal(secret, sealContext(scopeOf(tenantId), fingerprint)) }
  } catch {
    return refuse('The passphrase is wrong: the private keys in the file do not open.')
  }
}

function renamedReference(column: string, cell: string, renaming: Renaming): string {
  switch (Object.hasOwn(references, column) ? references[column] : undefined) {
    case 'tenant':
      return renaming.tenantId
    case 'user':
      return renaming.users.get(cell) ?? refuse(`A row names a user (${cell}) who is not in the file.`)
    case 'device':
      return renaming.devices.get(cell) ?? refuse(`A row names a device (${cell}) that is not in the file.`)
    case 'session':
      return renamedSession(cell, renaming)
    default:
      return cell
  }
}

export function renamedRow(table: TransferredTable, row: TransferRow, renaming: Renaming): TransferRow {
  const renamed = Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [
      column,
      typeof cell === 'string' ? renamedReference(column, cell, renaming) : cell,
    ]),
  )
  if (table === 'namespaces') return { ...renamed, name: renaming.name }
  if (table === 'devices') return renamedDevice(renamed, renaming)
  if (table === 'certificate_authorities') return openedAuthority(renamed, renaming)
  if (table !== 'sessions') return renamed
  const uid = renamedSession(String(row['uid']), renaming)
  return { ...renamed, uid, ended_at: row['ended_at'] ?? row['last_seen_at'] ?? 0 }
}
