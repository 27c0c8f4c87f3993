import { Button, Stack } from '@mantine/core'
import { contract, type UserId } from '@sshore/contract'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userRules } from '../../forms/user-rules.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { Link, LinkButton } from '../../navigation.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { type Search, textIn } from '../../router/search-text.ts'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

function PasswordForm({ id, token }: { readonly id: string; readonly token: string }) {
  const say = useText()
  const { client, session } = useConsole()
  const [isSet, setIsSet] = useState(false)
  const { form, field, busy, trouble } = useForm({
    initial: { password: '' },
    schema: contract.setRecoveredPassword.body,
    bodyOf: ({ password }) => ({ password, token }),
    rules: userRules,
    async send(body) {
      await client.setRecoveredPassword({ params: { uid: id as UserId }, body })
      // Every token of the user is revoked; whoever is signed in here may be that user.
      if (session.state().user?.id === id) session.signOut()
      setIsSet(true)
    },
  })
  if (isSet) {
    return (
      <>
        <Told>{say(words.isSet)}</Told>
        <LinkButton to='/login'>{say(words.signIn)}</LinkButton>
      </>
    )
  }
  return (
    <form {...form}>
      <Stack>
        <PasswordField
          label={say(words.password)}
          description={say(userRules.password)}
          autoComplete='new-password'
          ref={focusOnArrival}
          {...field('password')}
        />
        <FormTrouble text={trouble} />
        <Button type='submit' loading={busy}>
          {say(words.set)}
        </Button>
      </Stack>
    </form>
  )
}

/** Where the mail leads that somebody asked for who forgot the password. */
export function NewPasswordPage() {
  const say = useText()
  const search: Search = useSearch({ strict: false })
  const [id, token] = [textIn(search, 'id'), textIn(search, 'token')]
  return (
    <CardPage title={say(words.newPassword)} intro={say(words.newPasswordText)}>
      {id === undefined || token === undefined ? (
        <>
          <FormTrouble text={say(words.badLink)} />
          <Link to='/forgot-password' size='sm'>
            {say(words.forgot)}
          </Link>
        </>
      ) : (
        <PasswordForm id={id} token={token} />
      )}
    </CardPage>
  )
}
