import { limits } from '@sshore/contract'

type List<Item> = (query: { page: number; per_page: number }) => Promise<{ readonly body: readonly Item[] }>

/** Asks for one page after the other until a short one comes; for the next when the one before was taken. */
export async function* pages<Item>(list: List<Item>): AsyncGenerator<readonly Item[]> {
  const perPage = limits.page.perPageMax
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
