import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '@sshore/client'
import type { Contract, ReplyOf, TenantId, UserId } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole, useSession } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { phrase } from '../../language/language.ts'
import { roleNames } from '../../language/usual-words.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { LinkButton } from '../../navigation.tsx'
import { type Search, textIn } from '../../router/search-text.ts'
import { RegisterForm } from '../accounts/register-form.tsx'
import { Resend } from '../accounts/resend.tsx'
import { LoginForm } from '../login/login-form.tsx'

const words = {
  title: phrase('You are invited', 'Você recebeu um convite'),
  ask: phrase(
    (namespace: string, role: string) => `Join the namespace ${namespace} as ${role}?`,
    (namespace, role) => `Entrar no namespace ${namespace} como ${role}?`,
  ),
  from: phrase(
    (who: string, namespace: string) => `${who} invites you to the namespace ${namespace}.`,
    (who, namespace) => `${who} convida você para o namespace ${namespace}.`,
  ),
  accept: phrase('Join', 'Entrar'),
  decline: phrase('Decline', 'Recusar'),
  declined: phrase('The invitation is declined.', 'O convite foi recusado.'),
  joined: phrase('You are a member now.', 'Agora você é membro.'),
  already: phrase('You are a member of this namespace already.', 'Você já é membro deste namespace.'),
  open: phrase('Open the console', 'Abrir o console'),
  signIn: phrase(
    'Sign in with the account that was invited, and you can join.',
    'Entre com a conta convidada para participar.',
  ),
  register: phrase(
    'Make an account first, with the address that was invited.',
    'Crie primeiro uma conta, com o endereço convidado.',
  ),
  confirm: phrase(
    'Your account waits for its address to be confirmed. Open the link in the mail, then come back here.',
    'Sua conta aguarda a confirmação do endereço. Abra o link do e-mail e depois volte aqui.',
  ),
  signOut: phrase('Sign in as somebody else', 'Entrar como outra pessoa'),
  badLink: phrase(
    'This link is not whole. Open it from the mail once more.',
    'Este link não está completo. Abra-o de novo a partir do e-mail.',
  ),
}

type Told = ReplyOf<Contract['getInvite']>

interface Invitation {
  readonly tenant: TenantId
  readonly id: UserId
  readonly sig: string
  readonly email: string
}

function Decide({ tenant, sig, namespace, role }: Invitation & Pick<Told, 'namespace' | 'role'>) {
  const say = useText()
  const failureText = useFailureText()
  const { client, session, notices } = useConsole()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setTrouble(undefined)
    try {
      await work()
    } catch (error) {
      setTrouble(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const leave = async (text: string): Promise<void> => {
    queries.clear()
    notices.add({ tone: 'done', text })
    await navigate({ to: '/', search: {} })
  }
  return (
    <Stack>
      <Text>{say(words.ask)(namespace, say(roleNames[role]))}</Text>
      <FormTrouble text={trouble} />
      <Group>
        <Button
          loading={busy}
          onClick={() =>
            void attempt(async () => {
              await client.acceptInvite({ params: { tenant }, body: { sig } })
              session.switchTo((await client.switchNamespace({ params: { tenant } })).body)
              await leave(say(words.joined))
            })
          }
        >
          {say(words.accept)}
        </Button>
        <Button
          variant='default'
          loading={busy}
          onClick={() =>
            void attempt(async () => {
              await client.declineInvite({ params: { tenant }, body: { sig } })
              await leave(say(words.declined))
            })
          }
        >
          {say(words.decline)}
        </Button>
        {trouble !== undefined && (
          <Button variant='subtle' onClick={() => session.signOut()}>
            {say(words.signOut)}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Steps({ invitation }: { readonly invitation: Invitation }) {
  const say = useText()
  const failureText = useFailureText()
  const { client, session } = useConsole()
  const { user } = useSession()
  const { tenant, id, sig, email } = invitation
  const [registered, setRegistered] = useState(email)
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', tenant, id, sig],
    queryFn: async () => (await client.getInvite({ params: { tenant, id }, query: { sig } })).body,
    retry: false,
  })
  if (error) return <FormTrouble text={failureText(error)} />
  if (!data) return <Text aria-busy='true'>…</Text>
  if (data.member_status === 'accepted') {
    return (
      <>
        <Alert color='sea' variant='light'>
          {say(words.already)}
        </Alert>
        <LinkButton to='/'>{say(words.open)}</LinkButton>
      </>
    )
  }
  if (user) return <Decide {...invitation} namespace={data.namespace} role={data.role} />
  const from = data.invited_by !== '' && <Text>{say(words.from)(data.invited_by, data.namespace)}</Text>
  if (data.status === 'invited') {
    return (
      <>
        {from}
        <Text size='sm'>{say(words.register)}</Text>
        <RegisterForm
          invited={{ email, sig }}
          onDone={async (account) => {
            const { username, password } = account
            setRegistered(account.email)
            try {
              session.begin((await client.login({ body: { username, password } })).body)
            } catch (failure) {
              // A link that was handed on, and not mailed, proves no address.
              if (!(failure instanceof ApiError) || failure.code !== 'user_not_confirmed') throw failure
              await refetch()
            }
          }}
        />
      </>
    )
  }
  if (data.status === 'not-confirmed') {
    return (
      <>
        <Text size='sm'>{say(words.confirm)}</Text>
        {registered !== '' && <Resend username={registered} />}
      </>
    )
  }
  return (
    <>
      {from}
      <Text size='sm'>{say(words.signIn)}</Text>
      <LoginForm username={email} />
    </>
  )
}

/** Where the link of an invitation leads: to sign up, to sign in, and then to join. */
export function AcceptInvitePage() {
  const say = useText()
  const search: Search = useSearch({ strict: false })
  const [tenant, id, sig] = ['tenant-id', 'user-id', 'sig'].map((name) => textIn(search, name))
  const isWhole = tenant !== undefined && id !== undefined && sig !== undefined
  return (
    <CardPage title={say(words.title)}>
      {isWhole ? (
        <Steps
          invitation={{
            tenant: tenant as TenantId,
            id: id as UserId,
            sig,
            email: textIn(search, 'email') ?? '',
          }}
        />
      ) : (
        <>
          <FormTrouble text={say(words.badLink)} />
          <LinkButton to='/' variant='default'>
            {say(words.open)}
          </LinkButton>
        </>
      )}
    </CardPage>
  )
}
