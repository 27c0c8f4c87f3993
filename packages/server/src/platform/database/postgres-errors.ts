// What PostgreSQL's errors mean to us. Codes: https://www.postgresql.org/docs/15/errcodes-appendix.html

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Serialization failure, deadlock: the same transaction may well succeed a moment later. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** What the driver says without a code when a connection is lost, cannot be had, or does not answer. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed)/

const unavailable =
  // Connection exceptions, resources, administrators and crashes, timeouts of ours, and a standby that cannot write.
  /^(08...|53...|57P0.|57014|55P03|25P03|25006|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT))$/

/** The database is away or too busy to answer; what was asked is not at fault. */
export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(codeOf(error)) || (error instanceof Error && driverMessages.test(error.message))

/** The server answers and will give the same answer again: user, password, database, or encryption is wrong. */
export const isRefusal = (error: unknown): boolean => /^(28...|3D000|42501)$/.test(codeOf(error))

/** Told in any language: `Key (tenant_id, name)=(…) already exists.` */
const keyOf = /\(([^)]*)\)=\(/

export function uniquenessViolatedOnPostgres(error: unknown): string[] | undefined {
  if (codeOf(error) !== '23505' || !(error instanceof Error && 'table' in error && 'detail' in error)) return undefined
  const columns = keyOf.exec(String(error.detail))?.[1]?.split(', ') ?? []
  return columns.map((column) => `${String(error.table)}.${column}`)
}
