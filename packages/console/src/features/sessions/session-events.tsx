// What a session did on its way, kind by kind.
import { Code, Text } from '@mantine/core'
import type { Session, SessionEvent } from '@sshore/contract'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { eventWords } from './event-words.ts'

const words = {
  none: phrase('Nothing was asked for yet.', 'Nada foi pedido ainda.'),
  when: phrase('When', 'Quando'),
  what: phrase('What', 'O quê'),
  carried: phrase('With', 'Com'),
  seat: phrase('Terminal', 'Terminal'),
}

/** Several can happen within one moment. */
const numbered = (items: readonly SessionEvent[]) =>
  items.map((event, at) => ({ key: `${event.timestamp} ${at}`, event }))

type Numbered = ReturnType<typeof numbered>[number]

function What({ type }: Pick<SessionEvent, 'type'>) {
  const say = useText()
  const known = eventWords[type]
  return (
    <>
      {known && (
        <Text size='sm' component='span' mr='xs'>
          {say(known)}
        </Text>
      )}
      <Code>{type}</Code>
    </>
  )
}

const moment: Column<Numbered> = {
  name: 'time',
  heading: words.when,
  width: '9rem',
  card: 'beside',
  cell: ({ event }) => (
    <Text size='sm' component='span'>
      <Moment time={event.timestamp} />
    </Text>
  ),
}

const kind: Column<Numbered> = {
  name: 'type',
  heading: words.what,
  width: '26rem',
  card: 'head',
  cell: ({ event }) => <What type={event.type} />,
}

const carried: Column<Numbered> = {
  name: 'data',
  heading: words.carried,
  card: 'line',
  cell: ({ event }) => (
    <Text size='sm' component='span' className='code'>
      {event.data}
    </Text>
  ),
}

const seat: Column<Numbered> = {
  name: 'seat',
  heading: words.seat,
  width: '6rem',
  cell: ({ event }) => event.seat,
}

/** Without a column in which every row would say the same nothing. */
const columnsFor = (items: readonly SessionEvent[]): readonly Column<Numbered>[] => [
  kind,
  ...(items.some(({ data }) => data !== '') ? [carried] : []),
  ...(new Set(items.map((event) => event.seat)).size > 1 ? [seat] : []),
  moment,
]

export interface SessionEventsProps {
  readonly label: string
  readonly of: Session['events']
}

export function SessionEvents({ label, of }: SessionEventsProps) {
  const say = useText()
  const items = of.items ?? []
  if (items.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(words.none)}
      </Text>
    )
  }
  return (
    <DataTable
      label={label}
      rows={numbered(items)}
      columns={columnsFor(items)}
      keyOf={({ key }) => key}
      nameOf={({ event }) => event.type}
    />
  )
}
