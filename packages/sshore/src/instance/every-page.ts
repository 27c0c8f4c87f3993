import { limits } from '@sshore/contract'

/** Asks for one page after the other until a short one comes. */
export async function everyPage<Item>(
  list: (query: { page: number; per_page: number }) => Promise<{ readonly body: readonly Item[] }>,
): Promise<Item[]> {
  const perPage = limits.page.perPageMax
  const items: Item[] = []
  for (let page: number = limits.page.first; ; page += 1) {
    const { body } = await list({ page, per_page: perPage })
    items.push(...body)
    if (body.length < perPage) return items
  }
}
