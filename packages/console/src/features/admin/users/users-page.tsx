import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { FilterSelect } from '../../../parts/filter-select.tsx'
import { Listing } from '../../../parts/listing.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { useTableState } from '../../../router/table-state.ts'
import { AdminPage } from '../admin-page.tsx'
import { adminPerPage } from '../administration.ts'
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
    <div className='filters'>
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
    </div>
  )
}

export function UsersPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(userSearch)
  const close = () => set({ add: undefined })
  return (
    <AdminPage
      title={say(words.title)}
      text={say(words.text)}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => set({ add: 'yes' })}>
          {say(words.add)}
        </Button>
      }
    >
      <Filters search={state} onChange={change} />
      <Listing
        of={useUsers(state)}
        label={say(words.title)}
        notLoaded={say(words.notLoaded)}
        empty={<EmptyState Icon={IconSearchOff} title={say(admin.nothing)} text={say(admin.nothingText)} />}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ username }) => username}
        sort={{
          by: state.sort ?? 'username',
          order: state.order ?? 'asc',
          onSort: (by, order) => change({ sort: userSearch({ sort: by }).sort, order }),
        }}
        page={state.page}
        perPage={adminPerPage}
        onPage={goToPage}
      />
      <SidePanel opened={state.add === 'yes'} title={say(words.add)} onClose={close}>
        <NewUser onDone={close} />
      </SidePanel>
    </AdminPage>
  )
}
