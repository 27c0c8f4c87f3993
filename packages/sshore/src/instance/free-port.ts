import { createServer } from 'node:net'

/** `preferred` if nothing listens there on `host`, else 0 for any free port. */
export function freePort(host: string, preferred: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen({ host, port: preferred, exclusive: true }, () => probe.close(() => resolve(preferred)))
  })
}
