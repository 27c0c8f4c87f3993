import { Skeleton, Stack } from '@mantine/core'
import type { contract, ReplyOf } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { type Phrase, phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { AdminPage } from './admin-page.tsx'
import { useAdministered } from './administration.ts'
import { ServerFacts } from './server/server-facts.tsx'

const words = {
  title: phrase('Administration', 'Administração'),
  text: phrase('Of this server as a whole.', 'Deste servidor como um todo.'),
  notLoaded: phrase('What the server runs on could not be asked', 'Não foi possível perguntar sobre o servidor'),
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

export function ServerPage() {
  const say = useText()
  const { client } = useConsole()
  const { data, error, refetch } = useAdministered(
    'server',
    undefined,
    async () => (await client.adminGetServer()).body,
  )
  return (
    <AdminPage title={say(words.title)} text={say(words.text)}>
      <Stack gap='lg'>
        <ServerNumbers />
        {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows />}
        {data && <ServerFacts of={data} />}
      </Stack>
    </AdminPage>
  )
}
