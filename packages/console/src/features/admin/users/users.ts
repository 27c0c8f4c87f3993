import { type contract, type ReplyOf, userColumns } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import type { Order } from '../../../parts/data-table.tsx'
import { anyOf, condition, filterText } from '../../../parts/list-filter.ts'
import { askNamed } from '../../../router/ask-named.ts'
import { oneOfIn, pageIn, type Search, textIn } from '../../../router/search-text.ts'
import { adminPerPage, useAdministered, useAdminList } from '../administration.ts'

export type UserDetails = ReplyOf<typeof contract.adminGetUser>
export type UserAccount = UserDetails['user']

export const userStates = ['confirmed', 'not-confirmed', 'invited'] as const

export const userSearch = (search: Search) => ({
  q: textIn(search, 'q'),
  status: oneOfIn(search, 'status', userStates),
  who: oneOfIn(search, 'who', ['administrators']),
  sort: oneOfIn(search, 'sort', userColumns),
  order: oneOfIn(search, 'order', ['asc', 'desc']) satisfies Order | undefined,
  page: pageIn(search),
  add: oneOfIn(search, 'add', ['yes']),
})
export type UserSearch = ReturnType<typeof userSearch>

const searched = ['username', 'email', 'name'] as const

export function useUsers({ q, status, who, sort, order, page = 1 }: UserSearch) {
  const { client } = useConsole()
  const filter = filterText(
    [
      status !== undefined && condition('status', 'eq', status),
      who !== undefined && condition('administrator', 'bool', true),
    ],
    { text: q, within: searched },
  )
  const query = {
    page,
    per_page: adminPerPage,
    sort_by: sort ?? 'username',
    order_by: order ?? 'asc',
    ...(filter === undefined ? {} : { filter }),
  } as const
  return useAdminList('users', query, () => client.adminListUsers({ query }))
}

export function useUserDetails(id: string) {
  const { client } = useConsole()
  const ask = () => client.adminGetUser({ params: { id: id as UserAccount['id'] } })
  return useAdministered('user', id, async () => (await askNamed('user_not_found', ask)).body)
}

/** Finds somebody by the exact user name or e-mail address; undefined for nobody. */
export function useFindUser(): (text: string) => Promise<UserAccount | undefined> {
  const { client } = useConsole()
  return async (text) => {
    const filter = filterText([anyOf([condition('username', 'eq', text), condition('email', 'eq', text)])])
    return (await client.adminListUsers({ query: { per_page: 1, ...(filter === undefined ? {} : { filter }) } }))
      .body[0]
  }
}
