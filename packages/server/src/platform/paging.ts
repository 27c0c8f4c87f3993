import { limits } from '@sshore/contract'
import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'

export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface Listed<Row> {
  readonly rows: Row[]
  /** In all pages together. */
  readonly total: number
}

/** From a list call's query; what is out of range is moved to the nearest legal value. */
export function pageOf(query: { readonly page?: number; readonly per_page?: number }): Page {
  const page = Math.max(query.page ?? limits.page.first, limits.page.first)
  // 0 has always meant the default; below it the least is nearest.
  const asked = query.per_page === undefined || query.per_page === 0 ? limits.page.perPageDefault : query.per_page
  const limit = Math.min(Math.max(asked, 1), limits.page.perPageMax)
  return { offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit }
}

/** How many rows the query finds, whatever it selects of them. */
export async function countOf<DB, Table extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const counted = found
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
  return (await counted.executeTakeFirstOrThrow()).total
}

/** One page of what the query finds, in its order, and how many there are in all. */
export async function listPage<DB, Table extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Table, Row>,
  { limit, offset }: Page,
): Promise<Listed<Simplify<Row>>> {
  return { rows: await found.limit(limit).offset(offset).execute(), total: await countOf(found) }
}
