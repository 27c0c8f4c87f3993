import { Group } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { SaveButton } from '../../../forms/save-button.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { userRules } from '../../../forms/user-rules.ts'
import { useText } from '../../../language/use-text.ts'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { PasswordField } from '../../../parts/password-field.tsx'
import { Told } from '../../../parts/told.tsx'
import { useAdminChange } from '../administration.ts'
import { Action } from './action.tsx'
import type { UserAccount, UserDetails } from './users.ts'
import { words } from './words.ts'

function SetPassword({ user: { id } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client, notices } = useConsole()
  const { form, field, change, busy, changed, trouble } = useForm({
    initial: { password: '' },
    schema: contract.adminUpdateUser.body,
    bodyOf: (values): BodyOf<typeof contract.adminUpdateUser> => values,
    rules: { password: userRules.password },
    async send(body) {
      await client.adminUpdateUser({ params: { id }, body })
      change({ password: '' })
      notices.add({ tone: 'done', text: say(words.passwordSet) })
    },
  })
  const given = field('password')
  return (
    <form {...form}>
      <Group align='flex-end' gap='sm' className='save-line'>
        <PasswordField
          className='grow'
          label={say(words.password)}
          description={say(words.passwordText)}
          autoComplete='new-password'
          {...given}
          error={trouble ?? given.error}
        />
        <SaveButton busy={busy} changed={changed} />
      </Group>
    </form>
  )
}

/** For who has none yet. */
function GivePassword({ user: { id } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client } = useConsole()
  const change = useAdminChange()
  const [password, setPassword] = useState<string>()
  if (password !== undefined) {
    return (
      <Told title={say(words.shownOnce)}>
        <CopyLine text={password} name={say(words.password)} />
      </Told>
    )
  }
  return (
    <Action
      text={say(words.giveText)}
      label={say(words.give)}
      onClick={() =>
        void change(async () => setPassword((await client.adminResetPassword({ params: { id } })).body.password))
      }
    />
  )
}

export function UserPassword({ details: { user, auth_methods } }: { readonly details: UserDetails }) {
  // Whether there is one is asked again once it is given; what is shown by then has to stay.
  const [had] = useState(auth_methods.includes('local'))
  return had ? <SetPassword user={user} /> : <GivePassword user={user} />
}
