// Kysely's own PostgreSQL dialect with our column types, over a pool whose failures are those of the catalogue.
import { Failure } from '@sshore/contract'
import { type DataTypeNode, PostgresDialect, type PostgresPoolClient, PostgresQueryCompiler } from 'kysely'
import type { Pool } from 'pg'
import { isUnavailable } from './postgres-errors.ts'

/** Texts compare by code point, as in SQLite, whatever language the database was made for. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === 'text' && this.parentNode?.kind === 'ColumnDefinitionNode') this.append(' collate "C"')
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new QueryCompiler()
  }
}

export interface Outages {
  /** A statement could not be answered, for a reason that may pass. */
  failed(error: unknown): void
  succeeded(): void
}

const retryAfterSeconds = 5

async function watched<Result>(outages: Outages, attempt: () => Promise<Result>): Promise<Result> {
  try {
    const result = await attempt()
    outages.succeeded()
    return result
  } catch (error) {
    if (!isUnavailable(error)) throw error
    outages.failed(error)
    throw new Failure('database_unavailable', { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
}

/** The same client, whose statements are watched. A stand-in and not a copy: Kysely knows connections by identity. */
function watchedClient(client: PostgresPoolClient, outages: Outages): PostgresPoolClient {
  const query = (...words: unknown[]): Promise<unknown> =>
    watched(outages, async () => Reflect.apply(client.query, client, words) as unknown)
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Statements fail with `database_unavailable` while the database is away; the pool makes new connections when it is back. */
export function postgresDialect(pool: Pool, outages: Outages): PostgresDialect {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  return new Dialect({
    pool: {
      options: pool.options,
      async connect() {
        const client: PostgresPoolClient = await watched(outages, () => pool.connect())
        const known = clients.get(client) ?? watchedClient(client, outages)
        clients.set(client, known)
        return known
      },
      end: () => pool.end(),
    },
  })
}
