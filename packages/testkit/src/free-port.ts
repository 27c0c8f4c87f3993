// Ports for programs that must be told one before they listen.
import { randomInt } from 'node:crypto'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Lower than those that systems give to sockets that name none, so that nobody is given one meanwhile. */
const ports = { first: 10_000, beyond: 20_000 }
const tries = 100

const bind = (where: ListenOptions): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().unref()
    server.once('error', () => resolve(undefined))
    server.listen(where, () => resolve(server))
  })

/** A port on which nobody listens on any address, and that no other call returns, in whatever process, while this one lives. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried += 1) {
    const port = randomInt(ports.first, ports.beyond)
    // A socket without a file marks it as taken; it goes with the process.
    if (!(await bind({ path: `\0sshore-free-port-${port}` }))) continue
    const probe = await bind({ port })
    if (!probe) continue
    await probe[Symbol.asyncDispose]()
    return port
  }
  throw new Error(`None of ${tries} ports was free.`)
}
