// For Vitest's `globalSetup`: one PostgreSQL server for all tests of a run, started when the first of them asks.
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers each GET with the address of a new, empty PostgreSQL database. */
    readonly postgresDoor: string
  }
}
import { type PostgresServer, startPostgres } from './postgres.ts'

let end = async (): Promise<void> => undefined

export async function setup(project: TestProject): Promise<void> {
  let server: Promise<PostgresServer> | undefined
  const door = createServer((_, reply) => {
    server ??= startPostgres()
    server
      .then((started) => started.createDatabase())
      .then((url) => reply.end(url))
      .catch((error: unknown) => reply.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => {
    door.listen(0, '127.0.0.1', resolve)
  })
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('The door to PostgreSQL has no port.')
  project.provide('postgresDoor', `http://127.0.0.1:${address.port}`)
  end = async () => {
    door.close()
    await (await server)?.[Symbol.asyncDispose]()
  }
}

export const teardown = (): Promise<void> => end()
