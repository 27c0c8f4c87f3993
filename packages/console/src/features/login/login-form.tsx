import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { type SubmitEvent, useRef, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { useNow } from '../../parts/now.ts'
import { countdown } from '../../parts/time-text.ts'
import { messageOf } from '../../parts/trouble.tsx'
import { lockedUntil } from './lockout.ts'

interface Refused {
  readonly text: string
  readonly until?: number | undefined
}

function RefusedAlert({ text, until }: Refused) {
  const now = useNow(1)
  if (until === undefined) {
    return (
      <Alert color='red' variant='light' role='alert'>
        {text}
      </Alert>
    )
  }
  return until > now ? (
    <Alert color='orange' variant='light' role='alert' title='Too many failed logins'>
      You can try again in <span aria-live='off'>{countdown((until - now) / 1000)}</span>.
    </Alert>
  ) : (
    <Alert color='sea' variant='light'>
      You can try again now.
    </Alert>
  )
}

export function LoginForm() {
  const { client, session, now } = useConsole()
  const password = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState({ username: '', password: '' })
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
      setRefused({ text: messageOf(error), until: lockedUntil(error, now()) })
      setBusy(false)
      if (error instanceof ApiError && error.code === 'invalid_credentials') password.current?.select()
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label='User name or e-mail address'
          name='username'
          autoComplete='username'
          autoCapitalize='none'
          spellCheck={false}
          ref={focusOnArrival}
          value={values.username}
          onChange={(event) => setValues({ ...values, username: event.currentTarget.value })}
        />
        <PasswordInput
          ref={password}
          label='Password'
          name='password'
          autoComplete='current-password'
          value={values.password}
          onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
        />
        {refused && <RefusedAlert {...refused} />}
        <Button type='submit' loading={busy} disabled={!complete} mt='xs'>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
