import { Skeleton, Text } from '@mantine/core'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { Link, PlainLink } from '../../navigation.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useSessions } from './session-list.ts'
import { SessionState } from './session-state.tsx'
import { useSessionName } from './session-table.tsx'

const words = {
  none: phrase(
    'No sessions yet. Each connection to a device is listed here.',
    'Nenhuma sessão ainda. Cada conexão a um dispositivo aparece aqui.',
  ),
  notLoaded: phrase('The sessions could not be loaded', 'Não foi possível carregar as sessões'),
  all: phrase('All sessions', 'Todas as sessões'),
}
const shownAtMost = 5

/** The newest sessions, of one device or of all. */
export function SessionsOf({ device }: { readonly device?: string }) {
  const say = useText()
  const nameOf = useSessionName()
  const { data, error, refetch } = useSessions(device === undefined ? {} : { device }, shownAtMost)
  if (error && !data) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.rows.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(words.none)}
      </Text>
    )
  }
  return (
    <>
      <ul className='lines'>
        {data.rows.map((session) => (
          <li key={session.uid}>
            <PlainLink className='row-link grow' to='/sessions/$uid' params={{ uid: session.uid }}>
              {nameOf(session)}
            </PlainLink>
            <SessionState session={session} />
            <Text size='xs' c='dimmed' component='span'>
              <Moment time={session.started_at} />
            </Text>
          </li>
        ))}
      </ul>
      <Text size='sm' mt='sm'>
        <Link to='/sessions' search={device === undefined ? {} : { device }}>
          {say(words.all)}
        </Link>
      </Text>
    </>
  )
}
