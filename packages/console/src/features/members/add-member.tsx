import { Stack, TextInput } from '@mantine/core'
import { contract, type Role } from '@sshore/contract'
import { FormEnd } from '../../forms/form-end.tsx'
import { RoleSelect } from '../../forms/role-select.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels, userRules } from '../../forms/user-rules.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { InviteLink } from '../invites/invite-link.tsx'
import { useMemberChanges } from './member-changes.ts'

const words = {
  email: phrase('Of somebody who has an account on this server.', 'De alguém que tem conta neste servidor.'),
  emailOrLink: phrase(
    'Of somebody who has an account on this server. For anybody else, make a link.',
    'De alguém que tem conta neste servidor. Para quem não tem, crie um link.',
  ),
  add: phrase('Add member', 'Adicionar membro'),
  emailInvited: phrase('An invitation is sent there.', 'Um convite é enviado para lá.'),
  invite: phrase('Invite by e-mail', 'Convidar por e-mail'),
  link: phrase('Make a link instead', 'Criar um link em vez disso'),
}

interface Values {
  readonly email: string
  readonly role: Role
}

export function AddMember({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { add } = useMemberChanges()
  const { data: info } = useInfo()
  const invites = info?.features.includes('invites') === true
  // Elsewhere whoever has an account is a member at once, and others are for a link.
  const mailed = info?.features.includes('member-consent') === true
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
  const unmailed = invites ? words.emailOrLink : words.email
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(userLabels.email)}
          description={say(mailed ? words.emailInvited : unmailed)}
          type='email'
          autoComplete='off'
          data-autofocus
          {...field('email')}
        />
        <RoleSelect value={values.role} onChange={(role) => change({ role })} />
        <FormEnd trouble={trouble} busy={busy}>
          {say(mailed ? words.invite : words.add)}
        </FormEnd>
        {invites && <InviteLink {...values} label={words.link} />}
      </Stack>
    </form>
  )
}
