import { Badge, Text } from '@mantine/core'
import { IconPencil, IconSpeakerphone } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { GuardedItem } from '../../../parts/guarded-item.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { oneOfIn, pageIn, type Search } from '../../../router/search-text.ts'
import { useTableState } from '../../../router/table-state.ts'
import { AddButton, AdminList } from '../admin-list.tsx'
import { adminPerPage, useAdminList } from '../administration.ts'
import { RowActions } from '../row-actions.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { type Authored, useRefreshReaders } from './announcement-change.ts'
import { words } from './words.ts'

const pageSearch = (search: Search) => ({ page: pageIn(search), add: oneOfIn(search, 'add', ['yes']) })

interface ActionsProps {
  readonly of: Authored
  readonly onEdit: () => void
}

function Actions({ of: { uuid, title, source }, onEdit }: ActionsProps) {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefreshReaders()
  const refusal = source === 'upstream' ? say(words.notOurs) : undefined
  return (
    <RowActions
      name={title}
      text={say(words.removeText)}
      refusal={refusal}
      remove={async () => {
        await client.adminDeleteAnnouncement({ params: { uuid } })
        await refresh()
      }}
      removed={say(words.removed)(title)}
    >
      <GuardedItem refusal={refusal} Icon={IconPencil} onClick={onEdit}>
        {say(usual.edit)}
      </GuardedItem>
    </RowActions>
  )
}

function Source({ of: { source } }: { readonly of: Authored }) {
  const say = useText()
  return (
    <Badge variant='light' color={source === 'own' ? 'sea' : 'gray'}>
      {say(words[source])}
    </Badge>
  )
}

const columnsWith = (onEdit: (announcement: Authored) => void): readonly Column<Authored>[] => [
  {
    name: 'title',
    heading: words.heading,
    width: '46%',
    card: 'head',
    cell: ({ uuid, title }) => (
      <PlainLink className='row-link' to='/announcements/$uid' params={{ uid: uuid }}>
        {title}
      </PlainLink>
    ),
  },
  { name: 'source', heading: words.source, cell: (announcement) => <Source of={announcement} /> },
  {
    name: 'date',
    heading: words.date,
    cell: ({ date }) => (
      <Text size='sm' component='span'>
        <Moment time={date} />
      </Text>
    ),
  },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (announcement) => <Actions of={announcement} onEdit={() => onEdit(announcement)} />,
  },
]

export function AuthoringPage() {
  const say = useText()
  const { client } = useConsole()
  const { state, set, goToPage } = useTableState(pageSearch)
  const [edited, setEdited] = useState<Authored>()
  const columns = useMemo(() => columnsWith(setEdited), [])
  const query = { page: state.page ?? 1, per_page: adminPerPage }
  const close = () => {
    setEdited(undefined)
    set({ add: undefined })
  }
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      action={<AddButton label={say(words.add)} onOpen={() => set({ add: 'yes' })} />}
      of={useAdminList('announcements', query, () => client.adminListAnnouncements({ query }))}
      notLoaded={say(words.notLoaded)}
      empty={<EmptyState Icon={IconSpeakerphone} title={say(words.none)} text={say(words.noneText)} />}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      nameOf={({ title }) => title}
      page={state.page}
      onPage={goToPage}
    >
      <SidePanel
        opened={state.add === 'yes' || edited !== undefined}
        title={say(edited ? words.edit : words.add)}
        onClose={close}
      >
        <AnnouncementForm key={edited?.uuid} of={edited} onDone={close} />
      </SidePanel>
    </AdminList>
  )
}
