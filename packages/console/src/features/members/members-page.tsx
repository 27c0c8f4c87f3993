import { Badge, NativeSelect, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { hasAuthorityOver, type Member, type Role, roles } from '@sshore/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../../console-context.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { roleNames, usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { isRole, useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WaitingInvitations } from '../invites/waiting-invitations.tsx'
import { useNamespace } from '../namespaces/namespaces.ts'
import { AddMember } from './add-member.tsx'
import { useMemberChanges } from './member-changes.ts'
import { useNoAuthority } from './no-authority.ts'

const words = {
  title: phrase('Members', 'Membros'),
  text: phrase(
    'Who belongs to this namespace, and what they may do.',
    'Quem pertence a este namespace, e o que pode fazer.',
  ),
  add: phrase('Add member', 'Adicionar membro'),
  since: phrase('Since', 'Desde'),
  you: phrase('you', 'você'),
  roleOf: phrase(
    (email: string) => `Role of ${email}`,
    (email) => `Papel de ${email}`,
  ),
  given: phrase(
    (email: string) => `${email} has another role now.`,
    (email) => `${email} agora tem outro papel.`,
  ),
  removeOne: phrase(
    (email: string) => `Remove ${email}`,
    (email) => `Remover ${email}`,
  ),
  removeText: phrase(
    'Their access ends at once, that of their API keys too. They can be added again.',
    'O acesso termina imediatamente, o das chaves de API também. A pessoa pode ser adicionada de novo.',
  ),
  removed: phrase(
    (email: string) => `Removed ${email}.`,
    (email) => `${email} removido.`,
  ),
  notLoaded: phrase('The members could not be loaded', 'Não foi possível carregar os membros'),
}

function RoleOf({ of: member }: { readonly of: Member }) {
  const say = useText()
  const { role: own } = useUser()
  const attempt = useAttempt()
  const { giveRole } = useMemberChanges()
  const refusal = useNoAuthority(member.role, 'member:update')
  if (refusal !== undefined) {
    return (
      <Tooltip label={refusal} events={{ hover: true, focus: true, touch: true }}>
        <span>{say(roleNames[member.role])}</span>
      </Tooltip>
    )
  }
  const give = (role: Role) => void attempt(() => giveRole(member, role), { done: say(words.given)(member.email) })
  return (
    <NativeSelect
      size='xs'
      className='inline-select'
      aria-label={say(words.roleOf)(member.email)}
      value={member.role}
      data={roles
        .filter((role) => isRole(own) && hasAuthorityOver(own, role))
        .map((role) => ({ value: role, label: say(roleNames[role]) }))}
      onChange={(event) => {
        if (isRole(event.currentTarget.value)) give(event.currentTarget.value)
      }}
    />
  )
}

function RemoveMember({ of: member }: { readonly of: Member }) {
  const say = useText()
  const attempt = useAttempt()
  const { remove } = useMemberChanges()
  const refusal = useNoAuthority(member.role, 'member:remove')
  const [asking, setAsking] = useState(false)
  const { id } = useUser()
  if (member.id === id || member.role === 'owner') return null
  return (
    <>
      <GuardedButton
        size='xs'
        variant='default'
        refusal={refusal}
        aria-label={say(words.removeOne)(member.email)}
        onClick={() => setAsking(true)}
      >
        {say(usual.remove)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={`${say(words.removeOne)(member.email)}?`}
        text={say(words.removeText)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(() => remove(member), { done: say(words.removed)(member.email) })}
      />
    </>
  )
}

function Who({ of: { id, email } }: { readonly of: Member }) {
  const say = useText()
  const user = useUser()
  return (
    <Text size='sm' fw={600} className='breakable' title={email}>
      {email}{' '}
      {id === user.id && (
        <Badge size='xs' variant='light'>
          {say(words.you)}
        </Badge>
      )}
    </Text>
  )
}

const columns: readonly Column<Member>[] = [
  { name: 'email', heading: usual.user, width: '44%', card: 'head', cell: (member) => <Who of={member} /> },
  { name: 'role', heading: usual.role, cell: (member) => <RoleOf of={member} /> },
  { name: 'added_at', heading: words.since, cell: ({ added_at }) => <Moment time={added_at} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '7.5rem',
    card: 'beside',
    cell: (member) => <RemoveMember of={member} />,
  },
]

export function MembersPage() {
  const say = useText()
  const [adding, { open, close }] = useDisclosure(false)
  const { data, error, refetch } = useNamespace()
  const { data: info } = useInfo()
  const invites = info?.features.includes('invites') === true
  return (
    <Stack gap='md'>
      <PageHead
        title={say(words.title)}
        text={say(words.text)}
        action={
          <GuardedButton
            refusal={useRefusal('member:add')}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={open}
          >
            {say(words.add)}
          </GuardedButton>
        }
      />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {data && (
        <DataTable
          label={say(words.title)}
          rows={invites ? data.members.filter(({ status }) => status === 'accepted') : data.members}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ email }) => email}
        />
      )}
      {!data && !error && <SkeletonRows />}
      {invites && <WaitingInvitations />}
      <SidePanel opened={adding} title={say(words.add)} onClose={close}>
        <AddMember onDone={close} />
      </SidePanel>
    </Stack>
  )
}
