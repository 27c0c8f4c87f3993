import { Group, Stack, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useConsole, useUser } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { SaveButton } from '../../forms/save-button.tsx'
import { useForm } from '../../forms/use-form.ts'
import { UserFields } from '../../forms/user-fields.tsx'
import { userRules } from '../../forms/user-rules.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'

const words = {
  recovery: phrase('Recovery e-mail address', 'E-mail de recuperação'),
  recoveryText: phrase(
    'Another address than the one above. Once set it can be changed, but not taken away.',
    'Um endereço diferente do de cima. Depois de definido, pode ser alterado, mas não removido.',
  ),
}

export function Profile() {
  const say = useText()
  const { client, session, notices } = useConsole()
  const user = useUser()
  const { form, field, busy, changed, trouble } = useForm({
    initial: { name: user.name, username: user.user, email: user.email, recovery_email: user.recovery_email },
    schema: contract.updateUser.body,
    bodyOf: (values): BodyOf<typeof contract.updateUser> => values,
    rules: { ...userRules, recovery_email: words.recoveryText },
    async send(body) {
      await client.updateUser({ body })
      session.renew((await client.getAuthUser()).body)
      notices.add({ tone: 'done', text: say(usual.saved) })
    },
  })
  return (
    <form {...form}>
      <Stack>
        <UserFields own field={field} />
        <TextInput
          label={say(words.recovery)}
          description={say(words.recoveryText)}
          type='email'
          {...field('recovery_email')}
        />
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <SaveButton busy={busy} changed={changed} />
        </Group>
      </Stack>
    </form>
  )
}
