import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { contract, type Role, type TenantId } from '@sshore/contract'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { RoleSelect } from '../../forms/role-select.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels, userRules } from '../../forms/user-rules.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { useMemberChanges } from './member-changes.ts'

const words = {
  email: phrase('Of somebody who has an account on this server.', 'De alguém que tem conta neste servidor.'),
  add: phrase('Add member', 'Adicionar membro'),
  emailInvited: phrase('An invitation is sent there.', 'Um convite é enviado para lá.'),
  invite: phrase('Invite by e-mail', 'Convidar por e-mail'),
  link: phrase('Make a link instead', 'Criar um link em vez disso'),
  linkText: phrase(
    'Hand this link to them. It is good for seven days, for the account of this address alone.',
    'Entregue este link. Vale por sete dias, e só para a conta deste endereço.',
  ),
  linkName: phrase('the invitation', 'o convite'),
}

interface Values {
  readonly email: string
  readonly role: Role
}

/** For servers without mail, and people whose mail nobody trusts: the link is handed on by whoever makes it. */
function InviteLink({ email, role }: Values) {
  const say = useText()
  const { client } = useConsole()
  const { tenant } = useUser()
  const attempt = useAttempt()
  const [link, setLink] = useState<string>()
  if (link !== undefined) {
    return (
      <Stack gap={6}>
        <Text size='sm'>{say(words.linkText)}</Text>
        <CopyLine text={link} name={say(words.linkName)} />
      </Stack>
    )
  }
  const make = async (): Promise<void> => {
    const body = { email: email.trim(), role }
    setLink((await client.inviteMember({ params: { tenant: tenant as TenantId }, body })).body.link)
  }
  return (
    <Group justify='flex-end'>
      <Button variant='subtle' size='xs' disabled={email.trim() === ''} onClick={() => void attempt(make)}>
        {say(words.link)}
      </Button>
    </Group>
  )
}

export function AddMember({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { add } = useMemberChanges()
  const { data: info } = useInfo()
  const invites = info?.features.includes('invites') === true
  const { form, field, values, change, busy, trouble } = useForm<Values, Values>({
    initial: { email: '', role: 'operator' },
    schema: contract.addMember.body,
    bodyOf: ({ email, role }) => ({ email: email.trim(), role }),
    rules: { email: userRules.email },
    async send(body) {
      await add(body)
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(userLabels.email)}
          description={say(invites ? words.emailInvited : words.email)}
          type='email'
          autoComplete='off'
          data-autofocus
          {...field('email')}
        />
        <RoleSelect value={values.role} onChange={(role) => change({ role })} />
        <FormEnd trouble={trouble} busy={busy}>
          {say(invites ? words.invite : words.add)}
        </FormEnd>
        {invites && <InviteLink email={values.email} role={values.role} />}
      </Stack>
    </form>
  )
}
