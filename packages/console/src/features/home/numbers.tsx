import { Skeleton } from '@mantine/core'
import type { Stats } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'

interface Tile {
  readonly label: Phrase
  readonly count: keyof Stats
  readonly to: string
  readonly search: object
  readonly tone?: 'online' | 'waiting'
}

const tiles: readonly Tile[] = [
  {
    label: phrase('online', 'conectados'),
    count: 'online_devices',
    to: '/devices',
    search: { presence: 'online' },
    tone: 'online',
  },
  { label: phrase('devices', 'dispositivos'), count: 'registered_devices', to: '/devices', search: {} },
  {
    label: phrase('pending', 'pendentes'),
    count: 'pending_devices',
    to: '/devices',
    search: { status: 'pending' },
    tone: 'waiting',
  },
  {
    label: phrase('active sessions', 'sessões ativas'),
    count: 'active_sessions',
    to: '/sessions',
    search: { state: 'active' },
  },
]

/** Each number leads to what it counts. */
export function Numbers({ counts }: { readonly counts: Stats | undefined }) {
  const say = useText()
  return (
    <ul className='numbers'>
      {tiles.map(({ label, count, to, search, tone }) => (
        <li key={count}>
          <PlainLink
            to={to}
            search={search}
            className='card rounded number'
            data-tone={counts && counts[count] > 0 ? tone : undefined}
          >
            {counts ? <span className='number-value'>{counts[count]}</span> : <Skeleton height={34} width={46} />}
            <span className='number-label'>{say(label)}</span>
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}
