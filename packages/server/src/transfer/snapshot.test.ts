import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testEngine } from '../test-database.ts'
import { secondServices } from '../test-device.ts'
import { startTestServer } from '../test-server.ts'
import { snapshot } from './snapshot.ts'

it.runIf(testEngine === 'postgres')('may wait for a slow reader as long as it takes, and nobody else may', async () => {
  await using stack = await startTestServer()
  await using services = await secondServices(stack)
  const { database } = services
  const limit = async (inside: typeof database): Promise<unknown> =>
    (await sql`show idle_in_transaction_session_timeout`.execute(inside)).rows
  expect(await snapshot(database, limit)).toEqual([{ idle_in_transaction_session_timeout: '0' }])
  expect(await limit(database)).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
})
