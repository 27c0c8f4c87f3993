import { Badge, Text } from '@mantine/core'
import type { CertificateAuthority } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { EditOrRemove } from '../../parts/edit-or-remove.tsx'
import { useCertificateChanges } from './certificates.ts'
import { words } from './words.ts'

interface AuthorityProps {
  readonly authority: CertificateAuthority
  readonly onEdit: () => void
}

function Authority({ authority, onEdit }: AuthorityProps) {
  const say = useText()
  const { remove } = useCertificateChanges()
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
      <EditOrRemove
        name={name}
        mayEdit='certificate-authority:update'
        mayRemove='certificate-authority:remove'
        onEdit={onEdit}
        remove={() => remove(authority)}
        title={say(words.removeAuthority)(name)}
        text={say(words.removeAuthorityText)}
        removed={say(words.removed)(name)}
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
