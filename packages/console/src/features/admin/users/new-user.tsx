import { Stack, Switch, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { FormEnd } from '../../../forms/form-end.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { UserFields } from '../../../forms/user-fields.tsx'
import { userLabels, userRules } from '../../../forms/user-rules.ts'
import { useText } from '../../../language/use-text.ts'
import { useRefresh } from '../administration.ts'
import { PasswordField } from '../../../parts/password-field.tsx'
import { words } from './words.ts'

const initial = { username: '', name: '', email: '', password: '', max_namespaces: '-1', administrator: false }

/** What was typed as a whole number; something that no schema takes for what is none. */
export const wholeNumber = (text: string): number => Number(text.trim() || Number.NaN)

export function NewUser({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { client, notices } = useConsole()
  const refresh = useRefresh()
  const { form, field, values, change, busy, trouble } = useForm({
    initial,
    schema: contract.adminCreateUser.body,
    bodyOf: (entered): BodyOf<typeof contract.adminCreateUser> => ({
      ...entered,
      max_namespaces: wholeNumber(entered.max_namespaces),
    }),
    rules: { ...userRules, max_namespaces: words.mostRule },
    async send(body) {
      await client.adminCreateUser({ body })
      await refresh()
      notices.add({ tone: 'done', text: say(words.created)(body.username) })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <UserFields field={field} />
        <PasswordField label={say(userLabels.password)} autoComplete='new-password' {...field('password')} />
        <TextInput
          label={say(words.most)}
          description={say(words.mostRule)}
          inputMode='numeric'
          autoComplete='off'
          {...field('max_namespaces')}
        />
        <Switch
          label={say(words.mayAdminister)}
          description={say(words.mayAdministerText)}
          checked={values.administrator}
          onChange={(event) => change({ administrator: event.currentTarget.checked })}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
