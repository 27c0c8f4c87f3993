import { Code, Group, Stack, Text, Title } from '@mantine/core'
import type { Session, SessionEvent } from '@sshore/contract'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { Panel } from '../../parts/panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useUid } from '../../router/use-uid.ts'
import { Place } from '../devices/place.tsx'
import { isKnown } from '../devices/position.ts'
import { RecordingsOfSession } from '../recording/recordings-of-session.tsx'
import { useOneSession } from './session-list.ts'
import { SessionState } from './session-state.tsx'
import { CloseButton, Lasted, useSessionName } from './session-table.tsx'
import { words } from './words.ts'

const page = {
  back: phrase('All sessions', 'Todas as sessões'),
  facts: phrase('Connection', 'Conexão'),
  events: phrase('What happened', 'O que aconteceu'),
  noEvents: phrase('Nothing was asked for yet.', 'Nada foi pedido ainda.'),
  when: phrase('When', 'Quando'),
  what: phrase('What', 'O quê'),
  carried: phrase('With', 'Com'),
  seat: phrase('Terminal', 'Terminal'),
  notFound: phrase('The session could not be loaded', 'Não foi possível carregar a sessão'),
  position: phrase('Position', 'Localização'),
  started: phrase('Started', 'Início'),
  recorded: phrase('Recorded', 'Gravada'),
  yes: phrase('yes', 'sim'),
  no: phrase('no', 'não'),
}

/** Several can happen within one moment. */
const numbered = (items: readonly SessionEvent[]) =>
  items.map((event, at) => ({ key: `${event.timestamp} ${at}`, event }))

type Numbered = ReturnType<typeof numbered>[number]

const columns: readonly Column<Numbered>[] = [
  {
    name: 'time',
    heading: page.when,
    width: '9rem',
    card: 'beside',
    cell: ({ event }) => (
      <Text size='sm' component='span'>
        <Moment time={event.timestamp} />
      </Text>
    ),
  },
  { name: 'type', heading: page.what, width: '11rem', card: 'head', cell: ({ event }) => <Code>{event.type}</Code> },
  {
    name: 'data',
    heading: page.carried,
    card: 'line',
    cell: ({ event }) => (
      <Text size='sm' component='span' className='code'>
        {event.data}
      </Text>
    ),
  },
  { name: 'seat', heading: page.seat, width: '6rem', cell: ({ event }) => event.seat },
]

function Events({ session }: { readonly session: Session }) {
  const say = useText()
  const items = session.events.items ?? []
  if (items.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(page.noEvents)}
      </Text>
    )
  }
  return (
    <DataTable
      label={say(page.events)}
      rows={numbered(items)}
      columns={columns}
      keyOf={({ key }) => key}
      nameOf={({ event }) => event.type}
    />
  )
}

function Details({ session }: { readonly session: Session }) {
  const say = useText()
  const name = useSessionName()(session)
  usePageTitle(name)
  const { device } = session
  const { data: info } = useInfo()
  return (
    <Stack gap='lg'>
      <Stack gap={6}>
        <Link to='/sessions' size='sm'>
          {say(page.back)}
        </Link>
        <Group justify='space-between' align='flex-start'>
          <div>
            <Title order={1}>{name}</Title>
            <SessionState session={session} />
          </div>
          <CloseButton session={session} />
        </Group>
      </Stack>
      <div className={isKnown(session.position) ? 'columns' : undefined}>
        <Panel title={say(page.facts)}>
          <Facts
            facts={[
              {
                label: usual.device,
                value: device ? (
                  <Link to='/devices/$uid' params={{ uid: device.uid }}>
                    {device.name}
                  </Link>
                ) : (
                  say(words.gone)
                ),
              },
              { label: words.from, value: session.ip_address, code: true },
              { label: words.kind, value: [say(words[session.type]), session.term].filter(Boolean).join(' · ') },
              { label: page.started, value: <Moment time={session.started_at} /> },
              { label: words.lasted, value: <Lasted session={session} /> },
              { label: page.recorded, value: say(session.recorded ? page.yes : page.no) },
            ]}
          />
        </Panel>
        {isKnown(session.position) && (
          <Panel title={say(page.position)}>
            <Place position={session.position} address={session.ip_address} />
          </Panel>
        )}
      </div>
      {info?.features.includes('recording') && <RecordingsOfSession session={session.uid} />}
      <Panel title={say(page.events)}>
        <Events session={session} />
      </Panel>
    </Stack>
  )
}

/** One session with the events of its course. */
export function SessionPage() {
  const say = useText()
  const uid = useUid()
  const { data, error, refetch } = useOneSession(uid)
  if (data) return <Details session={data} />
  if (!error) return <SkeletonRows />
  return <Trouble title={say(page.notFound)} error={error} onRetry={() => void refetch()} />
}
