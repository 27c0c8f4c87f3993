import { hasPermission, type Invitation, limits, type Member, type TenantId, type UserId } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { listedIn } from '../../parts/listed.ts'
import { isRole } from '../../parts/permission.ts'
import { useShowNamespace } from '../namespaces/namespaces.ts'

export const invitationsPerPage = limits.page.perPageMax

/** What everybody may see of one; who made it and how it went out is for those who may invite. */
export type Waiting = Pick<Member, 'id' | 'email' | 'role' | 'expires_at'> &
  Partial<Pick<Invitation, 'way' | 'invited_by' | 'created_at'>>

/** Those of the namespace that wait for an answer, or did until they ran out; a page of them. */
export function useInvitations(page: number) {
  const { client } = useConsole()
  const { tenant, role } = useUser()
  return useQuery({
    queryKey: ['invites', tenant, page],
    placeholderData: keepPreviousData,
    enabled: isRole(role) && hasPermission(role, 'member:add'),
    queryFn: async () => {
      const params = { tenant: tenant as TenantId }
      return listedIn(await client.listInvites({ params, query: { page, per_page: invitationsPerPage } }))
    },
  })
}

export function useInvitationChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const show = useShowNamespace()
  const paramsOf = (id: UserId) => ({ tenant: tenant as TenantId, id })
  const refresh = async (): Promise<void> => {
    await Promise.all([queries.invalidateQueries({ queryKey: ['invites', tenant] }), show()])
  }
  return {
    refresh,
    resend: async ({ id }: Waiting): Promise<void> => {
      await client.resendInvite({ params: paramsOf(id) })
      await refresh()
    },
    withdraw: async ({ id }: Waiting): Promise<void> => {
      await client.withdrawInvite({ params: paramsOf(id) })
      await refresh()
    },
    /** A link to hand on; the ones before end. */
    link: async ({ email, role }: Pick<Waiting, 'email' | 'role'>): Promise<string> => {
      const body = { email: email.trim(), role }
      const { link } = (await client.inviteMember({ params: { tenant: tenant as TenantId }, body })).body
      await refresh()
      return link
    },
  }
}
