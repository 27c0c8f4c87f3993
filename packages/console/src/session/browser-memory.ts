import { createClient, type Transport } from '@sshore/client'
import { consoleHeader, type TenantId, type UserAuth } from '@sshore/contract'
import type { BrowserMemory } from './session.ts'

const key = 'sshore.namespace'
/** What the server takes for the console, and gives tokens that are worth little to anybody else. */
export const byConsole = { [consoleHeader]: '1' }

/** The cookie of the server, which no script can read, and the namespace that this tab was in. */
export function createBrowserMemory(
  transport: Transport,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): BrowserMemory {
  const client = createClient(transport, () => byConsole)
  let asking: Promise<UserAuth | undefined> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: a late answer about the cookie before would take the new one away. */
  function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const turn = last.then(ask)
    last = turn
    return turn
  }

  async function ask(): Promise<UserAuth | undefined> {
    const tenant = storage.getItem(key)
    try {
      const { user } = (await client.refreshBrowserSession({ body: tenant ? { tenant: tenant as TenantId } : {} })).body
      return user ?? undefined
    } catch {
      return undefined
    } finally {
      asking = undefined
    }
  }

  return {
    recall: () => (asking ??= inTurn(ask)),
    keep(user) {
      const own = createClient(transport, () => ({ ...byConsole, authorization: `Bearer ${user.token}` }))
      // Without it this page works as well, until its token ends or it is loaded again.
      return inTurn(() =>
        own.beginBrowserSession().then(
          ({ body }) => body,
          () => user,
        ),
      )
    },
    async forget() {
      await client.endBrowserSession().catch(() => undefined)
    },
    stay(user) {
      if (user && user.tenant !== '') storage.setItem(key, user.tenant)
      else storage.removeItem(key)
    },
  }
}
