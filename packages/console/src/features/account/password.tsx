import { Group, Stack, Text } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { SaveButton } from '../../forms/save-button.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userRules } from '../../forms/user-rules.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { secondStepOf } from '../login/waiting-login.ts'
import { PasswordField } from '../../parts/password-field.tsx'

const words = {
  text: phrase(
    'A new password signs you out everywhere else.',
    'Uma nova senha encerra sua sessão em todos os outros lugares.',
  ),
  current: phrase('Current password', 'Senha atual'),
  wanted: phrase('New password', 'Nova senha'),
  wrong: phrase('The current password is wrong.', 'A senha atual está errada.'),
  done: phrase('Your password is changed.', 'Sua senha foi alterada.'),
}

interface Values {
  readonly current_password: string
  readonly password: string
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { client, session, notices } = useConsole()
  const { user } = useUser()
  const { form, field, busy, values, trouble } = useForm<Values, BodyOf<typeof contract.updateUser>>({
    initial: { current_password: '', password: '' },
    schema: contract.updateUser.body,
    bodyOf: (entered) => entered,
    rules: { password: userRules.password, current_password: words.wrong },
    async send(body) {
      await client.updateUser({ body })
      // The change has revoked every token, the one of this browser too.
      try {
        session.begin((await client.login({ body: { username: user, password: body.password ?? '' } })).body)
      } catch (error) {
        // Whoever has a second factor shows it over this page.
        if (!secondStepOf(error, user)) throw error
        session.expire(session.state().user?.token ?? '')
      }
      notices.add({ tone: 'done', text: say(words.done) })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <Text size='sm' c='dimmed'>
          {say(words.text)}
        </Text>
        <input type='hidden' autoComplete='username' value={user} readOnly />
        <PasswordField label={say(words.current)} autoComplete='current-password' {...field('current_password')} />
        <PasswordField
          label={say(words.wanted)}
          description={say(userRules.password)}
          autoComplete='new-password'
          {...field('password')}
        />
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <SaveButton busy={busy} changed={values.current_password !== '' && values.password !== ''} />
        </Group>
      </Stack>
    </form>
  )
}

/** Empty again after each change. */
export function Password() {
  const [round, setRound] = useState(0)
  return <PasswordForm key={round} onDone={() => setRound(round + 1)} />
}
