import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { type SubmitEvent, useRef, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { useNow } from '../../parts/now.ts'
import { countdown } from '../../parts/time-text.ts'
import { lockedUntil } from './lockout.ts'

const words = {
  locked: phrase('Too many failed logins', 'Demasiadas tentativas falhadas'),
  againIn: phrase('You can try again in', 'Pode tentar de novo dentro de'),
  againNow: phrase('You can try again now.', 'Já pode tentar de novo.'),
  name: phrase('User name or e-mail address', 'Nome de utilizador ou e-mail'),
  password: phrase('Password', 'Senha'),
  signIn: phrase('Sign in', 'Entrar'),
}

interface Refused {
  readonly error: unknown
  readonly until?: number | undefined
}

function RefusedAlert({ error, until }: Refused) {
  const say = useText()
  const failureText = useFailureText()
  const now = useNow(1)
  if (until === undefined) {
    return (
      <Alert color='red' variant='light' role='alert'>
        {failureText(error)}
      </Alert>
    )
  }
  return until > now ? (
    <Alert color='orange' variant='light' role='alert' title={say(words.locked)}>
      {say(words.againIn)} <span aria-live='off'>{countdown((until - now) / 1000)}</span>.
    </Alert>
  ) : (
    <Alert color='sea' variant='light'>
      {say(words.againNow)}
    </Alert>
  )
}

/** `username`: of somebody who signs in again. */
export function LoginForm({ username = '' }: { readonly username?: string }) {
  const say = useText()
  const { client, session, now } = useConsole()
  const password = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState({ username, password: '' })
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const complete = values.username !== '' && values.password !== ''

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (!complete || busy) return
    setBusy(true)
    try {
      const { body } = await client.login({ body: values })
      session.begin(body)
    } catch (error) {
      setRefused({ error, until: lockedUntil(error, now()) })
      setBusy(false)
      if (error instanceof ApiError && error.code === 'invalid_credentials') password.current?.select()
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label={say(words.name)}
          name='username'
          autoComplete='username'
          autoCapitalize='none'
          spellCheck={false}
          ref={username === '' ? focusOnArrival : undefined}
          value={values.username}
          onChange={(event) => setValues({ ...values, username: event.currentTarget.value })}
        />
        <PasswordInput
          ref={password}
          data-autofocus={username !== '' || undefined}
          label={say(words.password)}
          name='password'
          autoComplete='current-password'
          value={values.password}
          onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
        />
        {refused && <RefusedAlert {...refused} />}
        <Button type='submit' loading={busy} disabled={!complete} mt='xs'>
          {say(words.signIn)}
        </Button>
      </Stack>
    </form>
  )
}
