import type { PublicKey } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../../console-context.ts'
import { everything } from '../../../parts/everything.ts'
import { encodedKey } from '../../public-keys/public-key-text.ts'
import { canKeepKeys, keepKey, listKeys, removeKey, type StoredKey } from './key-store.ts'

/** The keys of this member in this browser. */
export function useKeys() {
  const { client } = useConsole()
  const { id: userId, tenant } = useUser()
  const queries = useQueryClient()
  const queryKey = ['browser-keys', userId] as const
  const { data: keys = [] } = useQuery({ queryKey, queryFn: () => listKeys(userId), enabled: canKeepKeys() })
  const refresh = () => queries.invalidateQueries({ queryKey })
  return {
    keys,
    keep: async (key: {
      readonly name: string
      readonly jwk: JsonWebKey
      readonly passphrase: string
    }): Promise<StoredKey> => {
      const kept = await keepKey({ ...key, userId })
      await refresh()
      return kept
    },
    remove: async (key: StoredKey): Promise<void> => {
      await removeKey(key)
      await refresh()
    },
    /** So that the namespace's devices take the key. */
    register: async ({ line, name }: StoredKey): Promise<PublicKey> => {
      const body = { data: encodedKey(line), name, username: everything, filter: { hostname: everything } }
      const { body: registered } = await client.createPublicKey({ body })
      await queries.invalidateQueries({ queryKey: ['public-keys', tenant] })
      return registered
    },
  }
}
