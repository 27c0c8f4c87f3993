import { NativeSelect } from '@mantine/core'
import { hasAuthorityOver, type Role, roles } from '@sshore/contract'
import { useUser } from '../console-context.ts'
import { type Phrase, phrase } from '../language/language.ts'
import { roleNames, usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { isRole } from '../parts/permission.ts'

const does: Readonly<Record<Role, Phrase>> = {
  observer: phrase('Reaches devices and sees everything.', 'Alcança dispositivos e vê tudo.'),
  operator: phrase(
    'What an observer may; also accepts, renames and tags devices.',
    'O que pode um observador; também aceita e renomeia dispositivos e edita as tags deles.',
  ),
  administrator: phrase(
    'What an operator may; also looks after keys, members and settings.',
    'O que pode um operador; também cuida de chaves, membros e configurações.',
  ),
  owner: phrase('May do everything, and delete the namespace.', 'Pode tudo, e apagar o namespace.'),
}

export interface RoleSelectProps {
  readonly value: Role
  /** Owner among them: a key may have as much as its maker. */
  readonly withOwner?: boolean
  readonly onChange: (role: Role) => void
}

/** The roles that somebody with the user's own may give. */
export function RoleSelect({ value, withOwner = false, onChange }: RoleSelectProps) {
  const say = useText()
  const { role: own } = useUser()
  const may = (role: Role): boolean =>
    isRole(own) && (hasAuthorityOver(own, role) || (withOwner && own === 'owner') || role === value)
  return (
    <NativeSelect
      label={say(usual.role)}
      description={say(does[value])}
      value={value}
      data={roles
        .filter((role) => (withOwner || role !== 'owner') && may(role))
        .map((role) => ({ value: role, label: say(roleNames[role]) }))}
      onChange={(event) => {
        if (isRole(event.currentTarget.value)) onChange(event.currentTarget.value)
      }}
    />
  )
}
