import { SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { oneOfIn, type Search } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { AdminAnnouncements } from './admin-announcements.tsx'
import { AdminNamespaces } from './admin-namespaces.tsx'
import { AdminSignIn } from './admin-sign-in.tsx'
import { AdminUsers } from './admin-users.tsx'
import { words } from './words.ts'

const parts = ['users', 'namespaces', 'announcements', 'sign-in'] as const
type Part = (typeof parts)[number]
const labels = {
  users: words.users,
  namespaces: words.namespaces,
  announcements: words.announcements,
  'sign-in': words.signIn,
} as const
const views: Readonly<Record<Part, FunctionComponent>> = {
  users: AdminUsers,
  namespaces: AdminNamespaces,
  announcements: AdminAnnouncements,
  'sign-in': AdminSignIn,
}
const pageSearch = (search: Search): { readonly part: Part | undefined } => ({ part: oneOfIn(search, 'part', parts) })

function Numbers() {
  const say = useText()
  const { client } = useConsole()
  const { data } = useQuery({ queryKey: ['admin', 'stats'], queryFn: async () => (await client.adminGetStats()).body })
  const tiles = [
    [words.users, data?.registered_users],
    [words.namespaces, data?.registered_namespaces],
    [words.devices, data?.registered_devices],
    [words.sessions, data?.active_sessions],
  ] as const
  return (
    <ul className='numbers'>
      {tiles.map(([label, count]) => (
        <li key={label.en} className='card rounded number'>
          <span className='number-value'>{count ?? '–'}</span>
          <span className='number-label'>{say(label)}</span>
        </li>
      ))}
    </ul>
  )
}

function Parts() {
  const say = useText()
  const { state, set } = useTableState(pageSearch)
  const part = state.part ?? 'users'
  const View = views[part]
  return (
    <>
      <Numbers />
      <SegmentedControl
        aria-label={say(words.tabs)}
        data={parts.map((each) => ({ value: each, label: say(labels[each]) }))}
        value={part}
        onChange={(value) => set({ part: oneOfIn({ value }, 'value', parts) })}
      />
      <View />
    </>
  )
}

/** The whole server, for whoever looks after it. */
export function AdminPage() {
  const say = useText()
  const { administrator } = useUser()
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={say(administrator ? words.text : words.noAdministrator)} />
      {administrator && <Parts />}
    </Stack>
  )
}
