// Invitations that nobody has answered yet, on the page of the members.
import { Badge, Stack, Text, Title } from '@mantine/core'
import { IconLink, IconMail, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../language/language.ts'
import { roleNames, usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNow } from '../../parts/now.ts'
import { Pager } from '../../parts/pager.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useNoAuthority } from '../members/no-authority.ts'
import { useNamespace } from '../namespaces/namespaces.ts'
import { InviteLink } from './invite-link.tsx'
import { invitationsPerPage, useInvitationChanges, useInvitations, type Waiting } from './invitations.ts'

const words = {
  title: phrase('Invitations', 'Convites'),
  text: phrase(
    'They become members once they accept. An invitation ends when whoever made it may no longer invite.',
    'Tornam-se membros ao aceitar. Um convite termina quando quem o fez não pode mais convidar.',
  ),
  by: phrase('Invited by', 'Convidado por'),
  ends: phrase('Ends', 'Termina'),
  over: phrase('ran out', 'expirou'),
  byMail: phrase('by mail', 'por e-mail'),
  byLink: phrase('by a link', 'por um link'),
  resend: phrase('Mail it again', 'Enviar de novo por e-mail'),
  resent: phrase(
    (email: string) => `Mailed to ${email} again; earlier links have ended.`,
    (email) => `Enviado de novo a ${email}; os links anteriores não valem mais.`,
  ),
  newLink: phrase('New link …', 'Novo link …'),
  linkFor: phrase(
    (email: string) => `A new link for ${email}`,
    (email) => `Um novo link para ${email}`,
  ),
  linkText: phrase(
    'A link is shown only when it is made. Those that this person has already end with a new one.',
    'Um link só é mostrado ao ser criado. Os que essa pessoa já tem deixam de valer com um novo.',
  ),
  makeLink: phrase('Make the link', 'Criar o link'),
  withdraw: phrase('Withdraw …', 'Retirar …'),
  withdrawOne: phrase(
    (email: string) => `Withdraw the invitation of ${email}?`,
    (email) => `Retirar o convite de ${email}?`,
  ),
  withdrawText: phrase('Its links end at once.', 'Os links deixam de valer imediatamente.'),
  reallyWithdraw: phrase('Withdraw', 'Retirar'),
  withdrawn: phrase(
    (email: string) => `${email} is invited no longer.`,
    (email) => `${email} não está mais convidado.`,
  ),
  notLoaded: phrase('The invitations could not be loaded', 'Não foi possível carregar os convites'),
}

function Actions({ of: waiting }: { readonly of: Waiting }) {
  const say = useText()
  const attempt = useAttempt()
  const { resend, withdraw } = useInvitationChanges()
  const [asking, setAsking] = useState<'link' | 'withdraw'>()
  const { email, role } = waiting
  const noInviting = useNoAuthority(role, 'member:add')
  const close = () => setAsking(undefined)
  return (
    <>
      <RowMenu name={email}>
        <GuardedItem
          refusal={noInviting}
          Icon={IconMail}
          onClick={() => void attempt(() => resend(waiting), { done: say(words.resent)(email) })}
        >
          {say(words.resend)}
        </GuardedItem>
        <GuardedItem refusal={noInviting} Icon={IconLink} onClick={() => setAsking('link')}>
          {say(words.newLink)}
        </GuardedItem>
        <GuardedItem
          refusal={useNoAuthority(role, 'member:remove')}
          danger
          Icon={IconTrash}
          onClick={() => setAsking('withdraw')}
        >
          {say(words.withdraw)}
        </GuardedItem>
      </RowMenu>
      <Dialog opened={asking === 'link'} title={say(words.linkFor)(email)} onClose={close}>
        <Stack>
          <Text size='sm'>{say(words.linkText)}</Text>
          <InviteLink email={email} role={role} label={words.makeLink} prominent />
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={asking === 'withdraw'}
        title={say(words.withdrawOne)(email)}
        text={say(words.withdrawText)}
        action={say(words.reallyWithdraw)}
        onClose={close}
        onConfirm={() => void attempt(() => withdraw(waiting), { done: say(words.withdrawn)(email) })}
      />
    </>
  )
}

function Inviter({ of: { way, invited_by: inviter, created_at: since } }: { readonly of: Waiting }) {
  const say = useText()
  if (way === undefined || since === undefined) return '–'
  return (
    <div>
      {inviter === '' || inviter === undefined ? '–' : inviter}
      <Text size='xs' c='dimmed'>
        {say(way === 'mail' ? words.byMail : words.byLink)}, <Moment time={since} />
      </Text>
    </div>
  )
}

function Ends({ of: { expires_at: end } }: { readonly of: Waiting }) {
  const say = useText()
  if (Date.parse(end) > useNow(60)) return <Moment time={end} />
  return (
    <Badge variant='light' color='orange'>
      {say(words.over)}
    </Badge>
  )
}

const columns: readonly Column<Waiting>[] = [
  {
    name: 'email',
    heading: usual.user,
    width: '36%',
    card: 'head',
    cell: ({ email }) => (
      <Text size='sm' fw={600} truncate title={email}>
        {email}
      </Text>
    ),
  },
  { name: 'role', heading: usual.role, cell: (waiting) => <RoleWord of={waiting} /> },
  { name: 'inviter', heading: words.by, cell: (waiting) => <Inviter of={waiting} /> },
  { name: 'end', heading: words.ends, cell: (waiting) => <Ends of={waiting} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (waiting) => <Actions of={waiting} />,
  },
]

function RoleWord({ of: { role } }: { readonly of: Waiting }) {
  return useText()(roleNames[role])
}

export function WaitingInvitations() {
  const say = useText()
  const { data: namespace } = useNamespace()
  const [page, setPage] = useState(1)
  const invitations = useInvitations(page)
  const { data, error, refetch } = invitations
  const rows: readonly Waiting[] = data?.rows ?? namespace?.members.filter(({ status }) => status === 'pending') ?? []
  if ((data?.total ?? rows.length) === 0 && !error) return null
  return (
    <section className='waiting-invitations' aria-labelledby='waiting-invitations'>
      <Stack gap='sm'>
        <div>
          <Title order={2} id='waiting-invitations'>
            {say(words.title)}
          </Title>
          <Text size='sm' c='dimmed'>
            {say(words.text)}
          </Text>
        </div>
        {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
        {rows.length > 0 && (
          <DataTable
            label={say(words.title)}
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            nameOf={({ email }) => email}
          />
        )}
        <Pager of={invitations} page={page} perPage={invitationsPerPage} onPage={setPage} />
      </Stack>
    </section>
  )
}
