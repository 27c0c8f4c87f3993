import { limits } from '@sshore/contract'

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
