// For tests only: a user of this machine, logged in through a real agent process and a real link.
import type { Link } from '@sshore/link'
import { afterAll, beforeAll } from 'vitest'
import { type Conversation, logIn } from '../testing/client.ts'
import { startTestAgent, startTestGateway, type TestAgent, type TestGateway } from '../testing/gateway.ts'
import { makeUser, type TestUser } from '../testing/users.ts'

export interface TestLogin {
  readonly gateway: TestGateway
  readonly agent: TestAgent
  readonly link: Link
  readonly user: TestUser
  readonly login: Conversation
}

/** Call it at the top of a suite; what it returns can be used inside tests. */
export function testLogin(): () => TestLogin {
  let made: TestLogin | undefined
  const held = new AsyncDisposableStack()
  beforeAll(async () => {
    const user = held.use(makeUser({ groups: ['audio', 'video'] }))
    const gateway = held.use(await startTestGateway())
    const agent = held.use(startTestAgent({ address: gateway.address }))
    const link = await gateway.link()
    made = { gateway, agent, link, user, login: await logIn(link, user.name) }
  })
  afterAll(() => held.disposeAsync())
  return () => {
    if (!made) throw new Error('The login is there inside tests only.')
    return made
  }
}
