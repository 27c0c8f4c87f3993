import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { limits } from '@sshore/contract'
import { type SubmitEvent, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { answerOfKey, hasSecurityKeys } from './security-key.ts'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

const ways = ['code', 'recovery', 'mail'] as const
type Way = (typeof ways)[number]

export interface SecondStepProps {
  /** Of the login whose password was right. */
  readonly token: string
  /** User name or e-mail address. */
  readonly identifier: string
  /** Begin again with the password. */
  readonly onBack: () => void
}

interface FieldProps {
  readonly way: Exclude<Way, 'mail'>
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ way, value, onChange }: FieldProps) {
  const say = useText()
  const isCode = way === 'code'
  return (
    <TextInput
      key={way}
      ref={focusOnArrival}
      label={say(isCode ? words.code : words.recoveryCode)}
      description={say(isCode ? words.codeText : words.recoveryText)}
      name={way}
      className='code-input'
      inputMode={isCode ? 'numeric' : 'text'}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      autoCapitalize='characters'
      spellCheck={false}
      maxLength={isCode ? limits.mfa.codeDigits : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[\s-]/g, ''))}
    />
  )
}

/** After the password: a one-time code, a recovery code, a security key, or two mailed codes. */
export function SecondStep({ token, identifier, onBack }: SecondStepProps) {
  const say = useText()
  const failureText = useFailureText()
  const { client, session, notices } = useConsole()
  const [way, setWay] = useState<Way>('code')
  const [value, setValue] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)

  async function attempt(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    setTrouble(undefined)
    try {
      await work()
    } catch (error) {
      setTrouble(error instanceof ApiError ? failureText(error) : say(words.keyRefused))
      if (error instanceof ApiError && error.code === 'wrong_code') setValue('')
    } finally {
      setBusy(false)
    }
  }

  async function proceed(): Promise<void> {
    if (way === 'mail') {
      await client.requestMfaReset({ body: { identifier, token } })
      setSent(true)
    } else if (way === 'code') session.begin((await client.authenticateMfa({ body: { token, code: value } })).body)
    else {
      session.begin((await client.recoverMfa({ body: { identifier, recovery_code: value, token } })).body)
      notices.add({ tone: 'done', text: say(words.recovered) })
    }
  }

  async function useKey(): Promise<void> {
    const { options } = (await client.challengeSecurityKey({ body: { token } })).body
    const response = await answerOfKey(options)
    session.begin((await client.authenticateSecurityKey({ body: { token, response } })).body)
  }

  const other = (next: Way) =>
    ({
      component: 'button',
      type: 'button',
      size: 'sm',
      onClick: () => {
        setWay(next)
        setValue('')
        setTrouble(undefined)
      },
    }) as const

  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void attempt(proceed)
      }}
    >
      <Stack>
        {way === 'mail' ? (
          <>
            <Text size='sm'>{say(words.mailText)}</Text>
            {sent && <Told>{say(words.sent)}</Told>}
          </>
        ) : (
          <Field way={way} value={value} onChange={setValue} />
        )}
        {trouble !== undefined && (
          <Alert color='red' variant='light' role='alert'>
            {trouble}
          </Alert>
        )}
        <Button type='submit' loading={busy} disabled={way === 'mail' ? sent : value === ''}>
          {say(way === 'mail' ? words.send : words.signIn)}
        </Button>
        <Stack gap={6} align='flex-start'>
          {hasSecurityKeys() && (
            <Anchor component='button' type='button' size='sm' onClick={() => void attempt(useKey)}>
              {say(words.byKey)}
            </Anchor>
          )}
          {way !== 'code' && <Anchor {...other('code')}>{say(words.byCode)}</Anchor>}
          {way !== 'recovery' && <Anchor {...other('recovery')}>{say(words.byRecovery)}</Anchor>}
          {way !== 'mail' && <Anchor {...other('mail')}>{say(words.byMail)}</Anchor>}
          <Anchor component='button' type='button' size='sm' onClick={onBack}>
            {say(words.back)}
          </Anchor>
        </Stack>
      </Stack>
    </form>
  )
}
