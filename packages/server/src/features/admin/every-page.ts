import type { Page } from '../../platform/paging.ts'

const pageRows = 500

/** Lines of JSON, page by page, so that a large server is not held in memory. */
export async function* everyPage(read: (page: Page) => Promise<readonly unknown[]>): AsyncGenerator<string> {
  for (let offset = 0; ; offset += pageRows) {
    const rows = await read({ offset, limit: pageRows })
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    if (rows.length < pageRows) return
  }
}
