import { Text } from '@mantine/core'
import type { Session } from '@sshore/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNow } from '../../parts/now.ts'
import { useRefusal } from '../../parts/permission.ts'
import { stretch } from '../../parts/time-text.ts'
import { useCloseSession } from './session-list.ts'
import { SessionState } from './session-state.tsx'
import { words } from './words.ts'

/** Who on which device. */
export function useSessionName(): (session: Session) => string {
  const say = useText()
  return ({ username, device }) => say(words.one)(username, device?.name ?? say(words.gone))
}

export function Lasted({ session }: { readonly session: Session }) {
  const now = useNow(5)
  const end = session.active ? now : Date.parse(session.last_seen)
  return <span>{stretch(end - Date.parse(session.started_at))}</span>
}

export function CloseButton({ session }: { readonly session: Session }) {
  const say = useText()
  const name = useSessionName()(session)
  const refusal = useRefusal('session:close')
  const close = useCloseSession()
  const attempt = useAttempt()
  const [asking, setAsking] = useState(false)
  if (!session.active) return null
  return (
    <>
      <GuardedButton
        size='xs'
        variant='default'
        refusal={refusal}
        leftSection={<IconPlugConnectedX size={14} aria-hidden />}
        aria-label={say(words.closeOne)(name)}
        onClick={() => setAsking(true)}
      >
        {say(words.close)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={`${say(words.closeOne)(name)}?`}
        text={say(words.closeText)}
        action={say(words.end)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(() => close(session), { done: say(words.closed) })}
      />
    </>
  )
}

function Who({ session }: { readonly session: Session }) {
  const name = useSessionName()(session)
  return (
    <>
      <PlainLink className='row-link' to='/sessions/$uid' params={{ uid: session.uid }}>
        {name}
      </PlainLink>
      <div>
        <SessionState session={session} />
      </div>
    </>
  )
}

function Kind({ session: { type, term } }: { readonly session: Session }) {
  const say = useText()
  return (
    <Text size='sm' component='span'>
      {say(words[type])}
      {term !== '' && (
        <Text size='xs' c='dimmed' component='span' display='block'>
          {term}
        </Text>
      )}
    </Text>
  )
}

export const columns: readonly Column<Session>[] = [
  {
    name: 'username',
    heading: usual.user,
    sortable: true,
    width: '32%',
    card: 'head',
    cell: (session) => <Who session={session} />,
  },
  {
    name: 'ip_address',
    heading: words.from,
    sortable: true,
    cell: ({ ip_address }) => <span className='code'>{ip_address}</span>,
  },
  { name: 'type', heading: words.kind, sortable: true, cell: (session) => <Kind session={session} /> },
  {
    name: 'started_at',
    heading: words.started,
    sortable: true,
    cell: ({ started_at }) => <Moment time={started_at} />,
  },
  { name: 'lasted', heading: words.lasted, cell: (session) => <Lasted session={session} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '7.5rem',
    card: 'beside',
    cell: (session) => <CloseButton session={session} />,
  },
]
