import type { Member, Role, TenantId } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { useShowNamespace } from '../namespaces/namespaces.ts'

export function useMemberChanges() {
  const { client, session } = useConsole()
  const user = useUser()
  const queries = useQueryClient()
  const show = useShowNamespace()
  const tenant = user.tenant as TenantId
  return {
    add: async (body: { email: string; role: Role }): Promise<void> => {
      await show((await client.addMember({ params: { tenant }, body })).body)
      await queries.invalidateQueries({ queryKey: ['invites', tenant] })
    },
    giveRole: async ({ id: uid }: Member, role: Role): Promise<void> => {
      await client.updateMember({ params: { tenant, uid }, body: { role } })
      await show()
    },
    remove: async ({ id: uid }: Member): Promise<void> => {
      await show((await client.removeMember({ params: { tenant, uid } })).body)
    },
    /** The session goes on in another namespace, or in none. */
    leave: async (): Promise<void> => {
      const { body } = await client.leaveNamespace({ params: { tenant } })
      session.switchTo(body ?? (await client.getAuthUser()).body)
    },
  }
}
