import { Stack, TextInput } from '@mantine/core'
import { contract, type Role } from '@sshore/contract'
import { FormEnd } from '../../forms/form-end.tsx'
import { RoleSelect } from '../../forms/role-select.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels, userRules } from '../../forms/user-rules.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useMemberChanges } from './member-changes.ts'

const words = {
  email: phrase('Of somebody who has an account on this server.', 'De alguém que tem conta neste servidor.'),
  add: phrase('Add member', 'Adicionar membro'),
}

interface Values {
  readonly email: string
  readonly role: Role
}

export function AddMember({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { add } = useMemberChanges()
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
          description={say(words.email)}
          type='email'
          autoComplete='off'
          data-autofocus
          {...field('email')}
        />
        <RoleSelect value={values.role} onChange={(role) => change({ role })} />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
