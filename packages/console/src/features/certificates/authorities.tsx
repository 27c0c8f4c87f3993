import { Badge, Text } from '@mantine/core'
import type { CertificateAuthority } from '@sshore/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { RowMenu } from '../../parts/row-menu.tsx'
import { useCertificateChanges } from './certificates.ts'
import { words } from './words.ts'

interface AuthorityProps {
  readonly authority: CertificateAuthority
  readonly onEdit: () => void
}

function Authority({ authority, onEdit }: AuthorityProps) {
  const say = useText()
  const attempt = useAttempt()
  const { remove } = useCertificateChanges()
  const [asking, setAsking] = useState(false)
  const { name, sha256, own, signing, hours_most } = authority
  return (
    <li>
      <div className='grow'>
        <Text size='sm' fw={600}>
          {name}{' '}
          <Badge size='xs' variant='light' color={signing ? 'sea' : 'gray'}>
            {say(signing ? words.signing : own ? words.own : words.foreign)}
          </Badge>
        </Text>
        <Text size='xs' c='dimmed'>
          <span className='code'>{sha256}</span> · {say(words.longest)(hours_most)}
        </Text>
      </div>
      <RowMenu name={name}>
        <GuardedItem refusal={useRefusal('certificate-authority:update')} Icon={IconPencil} onClick={onEdit}>
          {say(usual.edit)}
        </GuardedItem>
        <GuardedItem
          refusal={useRefusal('certificate-authority:remove')}
          danger
          Icon={IconTrash}
          onClick={() => setAsking(true)}
        >
          {say(usual.removeMore)}
        </GuardedItem>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeAuthority)(name)}
        text={say(words.removeAuthorityText)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(() => remove(authority), { done: say(words.removed)(name) })}
      />
    </li>
  )
}

export interface AuthoritiesProps {
  readonly authorities: readonly CertificateAuthority[]
  readonly onEdit: (authority: CertificateAuthority) => void
}

export function Authorities({ authorities, onEdit }: AuthoritiesProps) {
  const say = useText()
  if (authorities.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(words.noAuthorityText)}
      </Text>
    )
  }
  return (
    <ul className='lines'>
      {authorities.map((authority) => (
        <Authority key={authority.fingerprint} authority={authority} onEdit={() => onEdit(authority)} />
      ))}
    </ul>
  )
}
