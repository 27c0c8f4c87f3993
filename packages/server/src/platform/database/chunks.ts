import { setImmediate as turn } from 'node:timers/promises'

/** Below what any engine takes as parameters of one statement; one size, so that one prepared statement serves. */
const chunkSize = 500

/**
 * Writes a long list in pieces, each a commit of its own, and lets other work in between: SQLite writes on the thread that
 * answers requests. For lists whose items have nothing to do with one another.
 */
export async function inChunks<Item>(
  items: readonly Item[],
  write: (chunk: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += chunkSize) {
    if (start > 0) await turn()
    await write(items.slice(start, start + chunkSize))
  }
}
