import { Skeleton, Text } from '@mantine/core'
import type { AuditEntry, contract, ReplyOf } from '@sshore/contract'
import { IconListDetails } from '@tabler/icons-react'
import { useConsole } from '../../console-context.ts'
import { type Phrase, phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Listing } from '../../parts/listing.tsx'
import { Moment } from '../../parts/moment.tsx'
import { pageIn, type Search } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { AdminPage } from './admin-page.tsx'
import { adminPerPage, useAdministered, useAdminList } from './administration.ts'

const words = {
  title: phrase('Administration', 'Administração'),
  text: phrase('Of this server as a whole.', 'De todo este servidor.'),
  done: phrase('What was done to the server', 'O que foi feito no servidor'),
  what: phrase('What', 'O quê'),
  to: phrase('To', 'A'),
  by: phrase('By', 'Por'),
  from: phrase('From', 'De'),
  when: phrase('When', 'Quando'),
  none: phrase('Nothing yet', 'Nada ainda'),
  noneText: phrase(
    'What administrators do to the server is written down here. What they do in a namespace is in its own log.',
    'O que os administradores fazem no servidor fica registrado aqui. O que fazem em um namespace está no registro dele.',
  ),
  notLoaded: phrase('The log could not be loaded', 'Não foi possível carregar o registro'),
}

type Counts = ReplyOf<typeof contract.adminGetStats>
const tiles: readonly { readonly label: Phrase; readonly count: keyof Counts; readonly to: string }[] = [
  { label: phrase('users', 'usuários'), count: 'registered_users', to: '/admin/users' },
  { label: phrase('namespaces', 'namespaces'), count: 'registered_namespaces', to: '/admin/namespaces' },
  { label: phrase('devices', 'dispositivos'), count: 'registered_devices', to: '/admin/devices' },
  { label: phrase('active sessions', 'sessões ativas'), count: 'active_sessions', to: '/admin/sessions' },
]

function ServerNumbers() {
  const say = useText()
  const { client } = useConsole()
  const { data } = useAdministered('stats', undefined, async () => (await client.adminGetStats()).body)
  return (
    <ul className='numbers'>
      {tiles.map(({ label, count, to }) => (
        <li key={count}>
          <PlainLink to={to} className='card rounded number'>
            {data ? <span className='number-value'>{data[count]}</span> : <Skeleton height={34} width={46} />}
            <span className='number-label'>{say(label)}</span>
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    name: 'action',
    heading: words.what,
    width: '24%',
    card: 'head',
    cell: ({ action }) => (
      <Text size='sm' className='code' component='span'>
        {action}
      </Text>
    ),
  },
  { name: 'target', heading: words.to, cell: ({ target }) => target.name || target.id || '–' },
  { name: 'actor', heading: words.by, cell: ({ actor }) => actor.name || '–' },
  { name: 'address', heading: words.from, cell: ({ address }) => <span className='code'>{address || '–'}</span> },
  { name: 'time', heading: words.when, width: '10rem', cell: ({ time }) => <Moment time={time} /> },
]

const logSearch = (search: Search) => ({ page: pageIn(search) })

function ServerLog() {
  const say = useText()
  const { client } = useConsole()
  const { state, goToPage } = useTableState(logSearch)
  const query = { page: state.page ?? 1, per_page: adminPerPage }
  return (
    <Listing
      of={useAdminList('log', query, () => client.adminListAudit({ query }))}
      label={say(words.done)}
      notLoaded={say(words.notLoaded)}
      empty={<EmptyState Icon={IconListDetails} title={say(words.none)} text={say(words.noneText)} />}
      columns={columns}
      keyOf={({ id }) => String(id)}
      nameOf={({ action }) => action}
      page={state.page}
      perPage={adminPerPage}
      onPage={goToPage}
    />
  )
}

export function ServerPage() {
  const say = useText()
  return (
    <AdminPage title={say(words.title)} text={say(words.text)}>
      <ServerNumbers />
      <h2 className='list-heading'>{say(words.done)}</h2>
      <ServerLog />
    </AdminPage>
  )
}
