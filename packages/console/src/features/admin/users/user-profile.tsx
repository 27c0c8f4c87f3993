import { Group, Stack, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { FormTrouble } from '../../../forms/form-end.tsx'
import { SaveButton } from '../../../forms/save-button.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { UserFields } from '../../../forms/user-fields.tsx'
import { userRules } from '../../../forms/user-rules.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { useRefresh } from '../administration.ts'
import { wholeNumber } from './new-user.tsx'
import type { UserAccount } from './users.ts'
import { words } from './words.ts'

export function UserProfile({ user: { id, ...user } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client, notices } = useConsole()
  const refresh = useRefresh()
  const { form, field, busy, changed, trouble } = useForm({
    initial: {
      name: user.name,
      username: user.username,
      email: user.email,
      max_namespaces: String(user.max_namespaces),
    },
    schema: contract.adminUpdateUser.body,
    bodyOf: (values): BodyOf<typeof contract.adminUpdateUser> => ({
      ...values,
      max_namespaces: wholeNumber(values.max_namespaces),
    }),
    rules: { ...userRules, max_namespaces: words.mostRule },
    async send(body) {
      await client.adminUpdateUser({ params: { id }, body })
      await refresh()
      notices.add({ tone: 'done', text: say(usual.saved) })
    },
  })
  return (
    <form {...form}>
      <Stack>
        <UserFields field={field} />
        <TextInput
          label={say(words.most)}
          description={say(words.mostRule)}
          inputMode='numeric'
          autoComplete='off'
          {...field('max_namespaces')}
        />
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <SaveButton busy={busy} changed={changed} />
        </Group>
      </Stack>
    </form>
  )
}
