import { expect, test } from 'vitest'
import { everyPage, pages } from './every-page.ts'

/** A list of so many items, and the pages that were asked for. */
function listOf(length: number) {
  const items = Array.from({ length }, (_, index) => index)
  const asked: number[] = []
  const list = async ({ page, per_page: size }: { page: number; per_page: number }) => {
    asked.push(page)
    return { body: items.slice((page - 1) * size, page * size) }
  }
  return { items, asked, list }
}

test('pages are asked for one at a time, until one is short', async () => {
  const { asked, list } = listOf(250)
  const sizes: number[] = []
  for await (const page of pages(list)) {
    sizes.push(page.length)
    expect(asked).toHaveLength(sizes.length)
  }
  expect(sizes).toEqual([100, 100, 50])
})

test('all pages together are all items, whether or not the last one is full', async () => {
  for (const length of [0, 1, 100, 200, 201]) {
    const { items, list } = listOf(length)
    expect(await everyPage(list)).toEqual(items)
  }
})
