import { Badge, Text } from '@mantine/core'
import type { IssuedCertificate } from '@sshore/contract'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNow } from '../../parts/now.ts'
import { useRefusal } from '../../parts/permission.ts'
import { useCertificateChanges } from './certificates.ts'
import { words } from './words.ts'

const nameOf = ({ key_id, serial }: IssuedCertificate): string => `${key_id} (${serial})`

interface OneProps {
  readonly of: IssuedCertificate
}

function End({ of: { revoked, valid_before } }: OneProps) {
  const say = useText()
  const ended = useNow(60) >= Date.parse(valid_before)
  if (revoked) return <Badge color='red'>{say(words.revoked)}</Badge>
  if (ended) {
    return (
      <Badge color='gray' variant='light'>
        {say(words.ended)}
      </Badge>
    )
  }
  return <Moment time={valid_before} />
}

function Revoke({ of: certificate }: OneProps) {
  const say = useText()
  const attempt = useAttempt()
  const { revoke } = useCertificateChanges()
  const refusal = useRefusal('certificate:revoke')
  const ended = useNow(60) >= Date.parse(certificate.valid_before)
  const [asking, setAsking] = useState(false)
  if (certificate.revoked || ended) return null
  const name = nameOf(certificate)
  return (
    <>
      <GuardedButton
        size='xs'
        variant='default'
        refusal={refusal}
        aria-label={say(words.revokeOne)(name)}
        onClick={() => setAsking(true)}
      >
        {say(words.revoke)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={`${say(words.revokeOne)(name)}?`}
        text={say(words.revokeText)}
        action={say(words.revoke)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(() => revoke(certificate), { done: say(words.wasRevoked) })}
      />
    </>
  )
}

const columns: readonly Column<IssuedCertificate>[] = [
  {
    name: 'user',
    heading: words.for,
    width: '34%',
    card: 'head',
    cell: ({ username, key_id, fingerprint }) => (
      <>
        <Text size='sm' fw={600} truncate>
          {username === key_id ? username : `${username} · ${key_id}`}
        </Text>
        <Text size='xs' c='dimmed' truncate title={fingerprint.sha256}>
          <span className='code'>{fingerprint.sha256}</span>
        </Text>
      </>
    ),
  },
  {
    name: 'principals',
    heading: words.logins,
    cell: ({ principals }) => <span className='code'>{principals.join(', ')}</span>,
  },
  { name: 'created_at', heading: usual.created, cell: ({ created_at }) => <Moment time={created_at} /> },
  { name: 'ends', heading: words.ends, cell: (certificate) => <End of={certificate} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '7.5rem',
    card: 'beside',
    cell: (certificate) => <Revoke of={certificate} />,
  },
]

export function IssuedCertificates({ certificates }: { readonly certificates: readonly IssuedCertificate[] }) {
  const say = useText()
  if (certificates.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(words.noneIssued)}
      </Text>
    )
  }
  return (
    <DataTable
      label={say(words.issued)}
      rows={certificates}
      columns={columns}
      keyOf={({ authority, serial }) => `${authority} ${serial}`}
      nameOf={nameOf}
    />
  )
}
