// How much one connection may bring in one turn of the event loop. Left alone, Node reads up to 2 MiB from a socket
// before it looks at the next one; a keystroke on another connection waits until all of that is decrypted and passed on.

/** As a socket has it, or a WebSocket. */
export interface Pausable {
  pause(): unknown
  resume(): unknown
}

/** Chosen between what a copy needs and what a keystroke beside it can wait for; half of it measured no better. */
export const turnBytes = 256 * 1024

/**
 * Lets a connection rest once it brought its share, until all others had their turn.
 * @returns what is to be told of the size of every chunk that arrives
 */
export function shareTurns(connection: Pausable): (bytes: number) => void {
  let broughtBytes = 0
  const nextTurn = (): void => {
    if (broughtBytes >= turnBytes) connection.resume()
    broughtBytes = 0
  }
  return (bytes) => {
    if (broughtBytes === 0) setImmediate(nextTurn)
    const before = broughtBytes
    broughtBytes += bytes
    if (before < turnBytes && broughtBytes >= turnBytes) connection.pause()
  }
}
