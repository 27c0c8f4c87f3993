import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels, userRules } from '../../forms/user-rules.ts'
import { useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { words } from './words.ts'

export type NewAccount = BodyOf<typeof contract.registerUser>

export interface RegisterFormProps {
  /** Of the invitation that led here: the address is known, and nothing is left to confirm. */
  readonly invited?: { readonly email: string; readonly sig: string } | undefined
  readonly onDone: (account: NewAccount) => Promise<void>
}

export function RegisterForm({ invited, onDone }: RegisterFormProps) {
  const say = useText()
  const { client } = useConsole()
  const { form, field, values, change, busy, trouble } = useForm({
    initial: { name: '', email: invited?.email ?? '', username: '', password: '', email_marketing: false },
    schema: contract.registerUser.body,
    bodyOf: (entered): NewAccount => ({ ...entered, ...(invited ? { sig: invited.sig } : {}) }),
    rules: userRules,
    async send(account) {
      await client.registerUser({ body: account })
      await onDone(account)
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(userLabels.name)} autoComplete='name' ref={focusOnArrival} {...field('name')} />
        <TextInput
          label={say(userLabels.email)}
          type='email'
          autoComplete='email'
          readOnly={invited !== undefined && invited.email !== ''}
          {...field('email')}
        />
        <TextInput
          label={say(userLabels.username)}
          description={say(words.username)}
          autoComplete='username'
          autoCapitalize='none'
          spellCheck={false}
          {...field('username')}
        />
        <PasswordField
          label={say(userLabels.password)}
          description={say(userRules.password)}
          autoComplete='new-password'
          {...field('password')}
        />
        <Checkbox
          label={say(words.news)}
          checked={values.email_marketing}
          onChange={(event) => change({ email_marketing: event.currentTarget.checked })}
        />
        <FormTrouble text={trouble} />
        <Button type='submit' loading={busy}>
          {say(words.create)}
        </Button>
      </Stack>
    </form>
  )
}
