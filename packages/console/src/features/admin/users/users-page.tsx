import { Badge, Group, Text } from '@mantine/core'
import { contract } from '@sshore/contract'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { FilterSelect } from '../../../parts/filter-select.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { useTableState } from '../../../router/table-state.ts'
import { AddButton, AddPanel, AdminList, NothingMatches } from '../admin-list.tsx'
import { ExportButton } from '../export-button.tsx'
import { admin } from '../words.ts'
import { NewUser } from './new-user.tsx'
import { type UserAccount, type UserSearch, userSearch, userStates, useUsers } from './users.ts'
import { words } from './words.ts'

function Who({ user: { id, username, name } }: { readonly user: UserAccount }) {
  return (
    <>
      <PlainLink className='row-link' to='/admin/users/$uid' params={{ uid: id }}>
        {username}
      </PlainLink>
      <Text size='xs' c='dimmed' truncate>
        {name}
      </Text>
    </>
  )
}

export function UserBadges({ user: { status, administrator } }: { readonly user: UserAccount }) {
  const say = useText()
  return (
    <Group gap={4} component='span'>
      {status === 'confirmed' ? (
        <span>{say(words[status])}</span>
      ) : (
        <Badge variant='light' color='orange'>
          {say(words[status])}
        </Badge>
      )}
      {administrator && <Badge variant='light'>{say(words.administrator)}</Badge>}
    </Group>
  )
}

const columns: readonly Column<UserAccount>[] = [
  {
    name: 'username',
    heading: usual.user,
    sortable: true,
    width: '22%',
    card: 'head',
    cell: (user) => <Who user={user} />,
  },
  {
    name: 'email',
    heading: words.email,
    sortable: true,
    cell: ({ email }) => (
      <Text size='sm' truncate title={email} component='span' display='block'>
        {email}
      </Text>
    ),
  },
  { name: 'status', heading: admin.state, width: '14rem', cell: (user) => <UserBadges user={user} /> },
  {
    name: 'last_login',
    heading: admin.lastLogin,
    sortable: true,
    width: '8.5rem',
    cell: ({ last_login }) => <Moment time={last_login} />,
  },
  {
    name: 'created_at',
    heading: usual.created,
    sortable: true,
    width: '8.5rem',
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
]

interface FiltersProps {
  readonly search: UserSearch
  readonly onChange: (change: Partial<UserSearch>) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const say = useText()
  return (
    <>
      <SearchBox label={say(words.search)} text={search.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={say(admin.state)}
        any={say(admin.anyState)}
        choices={userStates.map((value) => ({ value, label: say(words[value]) }))}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={say(words.who)}
        any={say(words.everybody)}
        choices={[{ value: 'administrators', label: say(words.administrators) }]}
        value={search.who}
        onChange={(who) => onChange({ who })}
      />
    </>
  )
}

export function UsersPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(userSearch)
  const open = (opened: boolean) => set({ add: opened ? 'yes' : undefined })
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      action={
        <Group gap='sm'>
          <ExportButton path={contract.adminExportUsers.path} />
          <AddButton label={say(words.add)} onOpen={open} />
        </Group>
      }
      filters={<Filters search={state} onChange={change} />}
      of={useUsers(state)}
      notLoaded={say(words.notLoaded)}
      empty={<NothingMatches onClear={() => change({ q: undefined, status: undefined, who: undefined })} />}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ username }) => username}
      sort={{
        by: state.sort ?? 'username',
        order: state.order ?? 'asc',
        onSort: (by, order) => change({ sort: userSearch({ sort: by }).sort, order }),
      }}
      page={state.page}
      onPage={goToPage}
    >
      <AddPanel label={say(words.add)} opened={state.add === 'yes'} onOpen={open}>
        <NewUser onDone={() => open(false)} />
      </AddPanel>
    </AdminList>
  )
}
