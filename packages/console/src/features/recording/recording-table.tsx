import { Badge, Group, Text } from '@mantine/core'
import type { Recording } from '@sshore/contract'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { LinkButton, PlainLink } from '../../navigation.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { sizeText } from '../../parts/size-text.ts'
import { clockText } from './clock-text.ts'
import { outcomes, seatOf, words } from './words.ts'

export const recordingPath = '/recordings/$uid/$seat'
const keyOf = ({ uid, seat }: Recording): string => `${uid} ${seat}`
const addressOf = ({ uid, seat }: Recording) => ({ to: recordingPath, params: { uid, seat: String(seat) } })

function Who({ recording }: { readonly recording: Recording }) {
  const say = useText()
  return (
    <>
      <PlainLink className='row-link' {...addressOf(recording)}>
        {say(words.one)(recording.username, recording.device_name)}
      </PlainLink>
      <Group gap={6}>
        <Text size='xs' c='dimmed' component='span'>
          {say(seatOf(recording))(recording.seat)}
        </Text>
        {recording.outcome !== 'complete' && (
          <Badge size='xs' variant='light' color={recording.outcome === 'interrupted' ? 'orange' : 'sea'}>
            {say(outcomes[recording.outcome])}
          </Badge>
        )}
        {recording.lost_bytes > 0 && (
          <Badge size='xs' variant='light' color='orange'>
            {say(words.lost)}
          </Badge>
        )}
      </Group>
    </>
  )
}

function Open({ recording }: { readonly recording: Recording }) {
  const say = useText()
  const label = say(recording.outcome === 'running' ? words.watch : words.play)
  return (
    <LinkButton
      {...addressOf(recording)}
      size='xs'
      variant='default'
      aria-label={`${label}: ${say(words.one)(recording.username, recording.device_name)}, ${say(words.seat)(recording.seat)}`}
    >
      {label}
    </LinkButton>
  )
}

const columns: readonly Column<Recording>[] = [
  { name: 'who', heading: words.who, width: '42%', card: 'head', cell: (recording) => <Who recording={recording} /> },
  { name: 'started_at', heading: words.started, cell: ({ started_at }) => <Moment time={started_at} /> },
  { name: 'length', heading: words.length, cell: ({ milliseconds }) => clockText(milliseconds / 1000) },
  { name: 'bytes', heading: words.size, cell: ({ bytes }) => sizeText(bytes) },
  {
    name: 'actions',
    heading: usual.actions,
    width: '8.5rem',
    card: 'beside',
    cell: (recording) => <Open recording={recording} />,
  },
]

export interface RecordingTableProps {
  readonly label: string
  readonly recordings: readonly Recording[]
}

export function RecordingTable({ label, recordings }: RecordingTableProps) {
  const say = useText()
  return (
    <DataTable
      label={label}
      rows={recordings}
      columns={columns}
      keyOf={keyOf}
      nameOf={({ username, device_name }) => say(words.one)(username, device_name)}
    />
  )
}
