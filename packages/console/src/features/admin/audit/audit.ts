import type { TenantId } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { anyOf, condition, filterText, sinceDay, untilDay } from '../../../parts/list-filter.ts'
import { dayIn, oneOfIn, pageIn, type Search, textIn } from '../../../router/search-text.ts'
import { adminPerPage, useAdminList } from '../administration.ts'
import { actorNames, type KindName, kinds } from './words.ts'

const isKind = (word: string): word is KindName => word in kinds
export const kindNames = Object.keys(kinds).filter(isKind)
const isActor = (word: string): word is keyof typeof actorNames => word in actorNames
export const actorKinds = Object.keys(actorNames).filter(isActor)

export const auditSearch = (search: Search) => ({
  tenant: textIn(search, 'tenant'),
  q: textIn(search, 'q'),
  what: oneOfIn(search, 'what', kindNames),
  who: oneOfIn(search, 'who', actorKinds),
  since: dayIn(search, 'since'),
  until: dayIn(search, 'until'),
  page: pageIn(search),
})
type AuditSearch = ReturnType<typeof auditSearch>

/** What is kept of payments is of several kinds. */
const targetsOf: Partial<Readonly<Record<KindName, readonly string[]>>> = {
  subscription: ['subscription', 'customer', 'payment-method'],
  certificate: ['certificate', 'certificate-authority'],
}

const searched = ['actor.name', 'target.name', 'target.id', 'address', 'action'] as const

/** What was done to the server itself, or in one namespace; newest first. */
export function useAuditLog({ tenant, q, what, who, since, until, page = 1 }: AuditSearch) {
  const { client } = useConsole()
  const filter = filterText(
    [
      what !== undefined && anyOf((targetsOf[what] ?? [what]).map((kind) => condition('target.kind', 'eq', kind))),
      who !== undefined && condition('actor.kind', 'eq', who),
      since !== undefined && sinceDay('time', since),
      until !== undefined && untilDay('time', until),
    ],
    { text: q, within: searched },
  )
  const query = {
    page,
    per_page: adminPerPage,
    ...(tenant === undefined ? {} : { tenant_id: tenant as TenantId }),
    ...(filter === undefined ? {} : { filter }),
  }
  return useAdminList('log', query, () => client.adminListAudit({ query }))
}
