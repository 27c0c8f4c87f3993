import { limits } from '@sshore/contract'

type List<Item> = (query: { page: number; per_page: number }) => Promise<{ readonly body: readonly Item[] }>

/** Asks for one page after the other until a short one comes; for the next when the one before was taken. */
export async function* pages<Item>(
  list: List<Item>,
  perPage: number = limits.page.perPageMax,
): AsyncGenerator<readonly Item[]> {
  for (let page: number = limits.page.first; ; page += 1) {
    const { body } = await list({ page, per_page: perPage })
    if (body.length > 0) yield body
    if (body.length < perPage) return
  }
}

/** All pages together. */
export async function everyPage<Item>(list: List<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages(list)) items.push(...page)
  return items
}

/** The first ones of a list, at most `limit`; no more is asked for. */
export async function firstOf<Item>(list: List<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages(list, Math.min(limit, limits.page.perPageMax))) {
    items.push(...page)
    if (items.length >= limit) break
  }
  return items.slice(0, limit)
}
