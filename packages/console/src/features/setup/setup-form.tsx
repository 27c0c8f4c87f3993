import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { replaceWith } from '../../navigation.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { messageOf } from '../../parts/trouble.tsx'
import {
  errorsFromServer,
  errorsOf,
  type FieldErrors,
  type FieldName,
  fieldNames,
  type FirstUser,
  rules,
} from './first-user.ts'

const empty: FirstUser = { name: '', email: '', username: '', password: '' }
const firstWrong = (errors: FieldErrors): FieldName | undefined => fieldNames.find((name) => errors[name] !== undefined)

/** Creates the first user and signs in as that user. Whatever goes wrong, nothing that was typed is lost. */
export function SetupForm({ sign }: { readonly sign: string }) {
  const { client, session } = useConsole()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [user, setUser] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)

  function show(found: FieldErrors): boolean {
    setErrors(found)
    const name = firstWrong(found)
    if (name === undefined) return false
    form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()
    return true
  }

  async function create(): Promise<void> {
    const { username, password } = user
    await client.setup({ query: { sign }, body: user })
    const { body } = await client.login({ body: { username, password } })
    session.begin(body)
    await queries.invalidateQueries({ queryKey: ['info'] })
    replaceWith('/devices')
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setTrouble(undefined)
    if (show(errorsOf(user))) return
    setBusy(true)
    try {
      await create()
    } catch (error) {
      if (!show(errorsFromServer(error))) setTrouble(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const field = (name: FieldName) => ({
    name,
    value: user[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setUser({ ...user, [name]: event.currentTarget.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput label='Your name' autoComplete='name' ref={focusOnArrival} {...field('name')} />
        <TextInput label='E-mail address' type='email' autoComplete='email' {...field('email')} />
        <TextInput
          label='User name'
          description='You sign in with it. Your namespace gets the same name.'
          autoComplete='username'
          autoCapitalize='none'
          spellCheck={false}
          {...field('username')}
        />
        <PasswordInput
          label='Password'
          description={rules.password}
          autoComplete='new-password'
          {...field('password')}
        />
        {trouble !== undefined && (
          <Alert color='red' variant='light' role='alert'>
            {trouble}
          </Alert>
        )}
        <Button type='submit' loading={busy} mt='xs'>
          Create the first user
        </Button>
      </Stack>
    </form>
  )
}
