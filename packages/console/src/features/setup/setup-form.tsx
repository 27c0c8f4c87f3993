import { Button, Stack, TextInput } from '@mantine/core'
import { contract } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels, userRules } from '../../forms/user-rules.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { PasswordField } from '../../parts/password-field.tsx'

const words = {
  username: phrase(
    'You sign in with it. Your namespace gets the same name.',
    'É com ele que você entra. Seu namespace recebe o mesmo nome.',
  ),
  create: phrase('Create the first user', 'Criar o primeiro usuário'),
}

/** Creates the first user and signs in as that user. */
export function SetupForm({ sign }: { readonly sign: string }) {
  const say = useText()
  const { client, session } = useConsole()
  const queries = useQueryClient()
  const { form, field, busy, trouble } = useForm({
    initial: { name: '', email: '', username: '', password: '' },
    schema: contract.setup.body,
    bodyOf: (values) => values,
    rules: userRules,
    async send(user) {
      const { username, password } = user
      await client.setup({ query: { sign }, body: user })
      const { body } = await client.login({ body: { username, password } })
      session.begin(body)
      await queries.invalidateQueries({ queryKey: ['info'] })
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(userLabels.name)} autoComplete='name' ref={focusOnArrival} {...field('name')} />
        <TextInput label={say(userLabels.email)} type='email' autoComplete='email' {...field('email')} />
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
        <FormTrouble text={trouble} />
        <Button type='submit' loading={busy} mt='xs'>
          {say(words.create)}
        </Button>
      </Stack>
    </form>
  )
}
