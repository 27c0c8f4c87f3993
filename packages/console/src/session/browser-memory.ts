import { createClient, type Transport } from '@sshore/client'
import { consoleHeader, type TenantId, type UserAuth } from '@sshore/contract'
import type { BrowserMemory } from './session.ts'

const key = 'sshore.namespace'
const console = { [consoleHeader]: '1' }

/** The cookie of the server, which no script can read, and the namespace that this tab was in. */
export function createBrowserMemory(
  transport: Transport,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): BrowserMemory {
  const client = createClient(transport, () => console)
  let asking: Promise<UserAuth | undefined> | undefined

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
    recall: () => (asking ??= ask()),
    async keep({ token }) {
      const own = createClient(transport, () => ({ authorization: `Bearer ${token}` }))
      // Without it this page works as well, until it is loaded again.
      await own.beginBrowserSession().catch(() => undefined)
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
