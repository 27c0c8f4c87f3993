import { Group, Stack, Title } from '@mantine/core'
import type { Session } from '@sshore/contract'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
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
import { SessionEvents } from './session-events.tsx'
import { useOneSession } from './session-list.ts'
import { SessionState } from './session-state.tsx'
import { CloseButton, Lasted, useSessionName } from './session-table.tsx'
import { words } from './words.ts'

const page = {
  back: phrase('All sessions', 'Todas as sessões'),
  facts: phrase('Connection', 'Conexão'),
  events: phrase('What happened', 'O que aconteceu'),
  notFound: phrase('The session could not be loaded', 'Não foi possível carregar a sessão'),
  position: phrase('Position', 'Localização'),
  started: phrase('Started', 'Início'),
  recorded: phrase('Recorded', 'Gravada'),
  yes: phrase('yes', 'sim'),
  no: phrase('no', 'não'),
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
        <SessionEvents label={say(page.events)} of={session.events} />
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
