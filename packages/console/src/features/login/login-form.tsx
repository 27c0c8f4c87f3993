import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { useNow } from '../../parts/now.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { countdown } from '../../parts/time-text.ts'
import { lockedUntil } from './lockout.ts'
import { SamlWay } from './saml-way.tsx'
import { secondStepOf, type WaitingLogin } from './waiting-login.ts'

const words = {
  locked: phrase('Too many failed logins', 'Muitas tentativas sem sucesso'),
  againIn: phrase('You can try again in', 'Você pode tentar de novo em'),
  againNow: phrase('You can try again now.', 'Você já pode tentar de novo.'),
  name: phrase('User name or e-mail address', 'Nome de usuário ou e-mail'),
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

const SecondStep = lazy(async () => ({ default: (await import('../mfa/second-step.tsx')).SecondStep }))
const Resend = lazy(async () => ({ default: (await import('../accounts/resend.tsx')).Resend }))

interface PasswordFormProps {
  readonly username: string
  readonly onSecondStep: (waiting: WaitingLogin) => void
}

function PasswordForm({ username, onSecondStep }: PasswordFormProps) {
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
      setBusy(false)
      const waiting = secondStepOf(error, values.username)
      if (waiting) return onSecondStep(waiting)
      setRefused({ error, until: lockedUntil(error, now()) })
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
        <PasswordField
          ref={password}
          data-autofocus={username !== '' || undefined}
          label={say(words.password)}
          name='password'
          autoComplete='current-password'
          value={values.password}
          onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
        />
        {refused && <RefusedAlert {...refused} />}
        {refused?.error instanceof ApiError && refused.error.code === 'user_not_confirmed' && (
          <Suspense>
            <Resend username={values.username} />
          </Suspense>
        )}
        <Button type='submit' loading={busy} disabled={!complete} mt='xs'>
          {say(words.signIn)}
        </Button>
      </Stack>
    </form>
  )
}

/** `username`: of somebody who signs in again. */
export function LoginForm({ username = '' }: { readonly username?: string }) {
  const { data: info } = useInfo()
  const [waiting, setWaiting] = useState<WaitingLogin>()
  if (waiting) {
    return (
      <Suspense fallback={<SkeletonRows />}>
        <SecondStep {...waiting} onBack={() => setWaiting(undefined)} />
      </Suspense>
    )
  }
  return (
    <Stack>
      {info?.authentication.local !== false && <PasswordForm username={username} onSecondStep={setWaiting} />}
      {info?.authentication.saml && <SamlWay onSecondStep={setWaiting} />}
    </Stack>
  )
}
