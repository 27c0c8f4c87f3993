import { Button, Stack, TextInput } from '@mantine/core'
import { contract } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { Link } from '../../navigation.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

export function ForgotPasswordPage() {
  const say = useText()
  const { client } = useConsole()
  const [sent, setSent] = useState(false)
  const { form, field, busy, trouble } = useForm({
    initial: { username: '' },
    schema: contract.recoverPassword.body,
    bodyOf: ({ username }) => ({ username: username.trim() }),
    rules: {},
    async send(body) {
      await client.recoverPassword({ body })
      setSent(true)
    },
  })
  return (
    <CardPage title={say(words.forgot)} intro={say(words.forgotText)}>
      {sent ? (
        <Told>{say(words.sent)}</Told>
      ) : (
        <form {...form}>
          <Stack>
            <TextInput
              label={say(words.name)}
              autoComplete='username'
              autoCapitalize='none'
              spellCheck={false}
              ref={focusOnArrival}
              {...field('username')}
            />
            <FormTrouble text={trouble} />
            <Button type='submit' loading={busy}>
              {say(words.send)}
            </Button>
          </Stack>
        </form>
      )}
      <Link to='/login' size='sm'>
        {say(words.signIn)}
      </Link>
    </CardPage>
  )
}
