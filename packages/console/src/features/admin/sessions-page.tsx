import { Button, Text } from '@mantine/core'
import type { Session, TenantId } from '@sshore/contract'
import { IconActivity } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { pageIn, type Search, textIn } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { SessionState } from '../sessions/session-state.tsx'
import { Lasted, useSessionName } from '../sessions/session-table.tsx'
import { words as sessionWords } from '../sessions/words.ts'
import { AdminList } from './admin-list.tsx'
import { adminPerPage, useAdminChange, useAdminList } from './administration.ts'
import { NamespacePicker } from './namespaces/namespace-picker.tsx'
import { OfNamespace } from './namespaces/of-namespace.tsx'
import { admin } from './words.ts'

const words = {
  title: phrase('All sessions', 'Todas as sessões'),
  text: phrase('Of all namespaces, the newest first.', 'De todos os namespaces, as mais recentes primeiro.'),
}

const sessionSearch = (search: Search) => ({ tenant: textIn(search, 'tenant'), page: pageIn(search) })

function useAllSessions({ tenant, page = 1 }: ReturnType<typeof sessionSearch>) {
  const { client } = useConsole()
  const query = {
    page,
    per_page: adminPerPage,
    ...(tenant === undefined ? {} : { tenant_id: tenant as TenantId }),
  }
  return useAdminList('sessions', query, () => client.adminListSessions({ query }))
}

function Who({ session }: { readonly session: Session }) {
  const nameOf = useSessionName()
  return (
    <>
      <Text size='sm' fw={600} truncate>
        {nameOf(session)}
      </Text>
      <SessionState session={session} />
    </>
  )
}

function Close({ session }: { readonly session: Session }) {
  const say = useText()
  const { uid, active } = session
  const name = useSessionName()(session)
  const { client } = useConsole()
  const change = useAdminChange()
  const [asking, setAsking] = useState(false)
  if (!active) return null
  return (
    <>
      <Button size='xs' variant='default' aria-label={say(sessionWords.closeOne)(name)} onClick={() => setAsking(true)}>
        {say(sessionWords.close)}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`${say(sessionWords.closeOne)(name)}?`}
        text={say(sessionWords.closeText)}
        action={say(sessionWords.end)}
        onClose={() => setAsking(false)}
        onConfirm={() => void change(() => client.adminCloseSession({ params: { uid } }), say(sessionWords.closed))}
      />
    </>
  )
}

const columns: readonly Column<Session>[] = [
  {
    name: 'username',
    heading: usual.user,
    width: '30%',
    card: 'head',
    cell: (session) => <Who session={session} />,
  },
  {
    name: 'namespace',
    heading: admin.namespace,
    cell: ({ device, tenant_id }) => <OfNamespace tenant={tenant_id} name={device?.namespace} />,
  },
  {
    name: 'ip_address',
    heading: sessionWords.from,
    cell: ({ ip_address }) => <span className='code'>{ip_address}</span>,
  },
  {
    name: 'started_at',
    heading: sessionWords.started,
    width: '9.5rem',
    cell: ({ started_at }) => <Moment time={started_at} />,
  },
  { name: 'lasted', heading: sessionWords.lasted, width: '8rem', cell: (session) => <Lasted session={session} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '7rem',
    card: 'beside',
    cell: (session) => <Close session={session} />,
  },
]

export function AllSessionsPage() {
  const say = useText()
  const { state, change, goToPage } = useTableState(sessionSearch)
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      filters={
        <NamespacePicker value={state.tenant} any={say(admin.anyNamespace)} onChange={(tenant) => change({ tenant })} />
      }
      of={useAllSessions(state)}
      notLoaded={say(sessionWords.notLoaded)}
      empty={<EmptyState Icon={IconActivity} title={say(sessionWords.none)} text={say(sessionWords.noneText)} />}
      columns={columns}
      keyOf={({ uid }) => uid}
      nameOf={useSessionName()}
      page={state.page}
      onPage={goToPage}
    />
  )
}
