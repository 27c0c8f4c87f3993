import { Stack, Text } from '@mantine/core'
import { contract } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels } from '../../forms/user-rules.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { Panel } from '../../parts/panel.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { forgetLink, waitingLink } from './saml.ts'

const words = {
  title: phrase('Single sign-on', 'Login único'),
  text: phrase(
    'The identity provider knows you by the e-mail address of this account. Show with your password that the account is yours, and single sign-on leads to it from now on.',
    'O provedor de identidade conhece você pelo e-mail desta conta. Mostre com a senha que a conta é sua, e o login único passa a levar a ela.',
  ),
  link: phrase('Link', 'Vincular'),
  linked: phrase('Linked: you can sign in with single sign-on now.', 'Vinculado: você já pode entrar com login único.'),
}

/** For whoever came back from the identity provider and has an account here already; nothing for anybody else. */
export function SamlLink() {
  const say = useText()
  const { client, notices } = useConsole()
  const [waiting, setWaiting] = useState(waitingLink)
  const { form, field, busy, trouble } = useForm({
    initial: { password: '' },
    schema: contract.linkSamlIdentity.body,
    bodyOf: ({ password }) => ({ ticket: '', ...waiting, password }),
    rules: {},
    async send(body) {
      await client.linkSamlIdentity({ body })
      forgetLink()
      setWaiting(undefined)
      notices.add({ tone: 'done', text: say(words.linked) })
    },
  })
  if (!waiting) return null
  return (
    <Panel title={say(words.title)}>
      <form {...form}>
        <Stack>
          <Text size='sm'>{say(words.text)}</Text>
          <PasswordField label={say(userLabels.password)} autoComplete='current-password' {...field('password')} />
          <FormEnd trouble={trouble} busy={busy}>
            {say(words.link)}
          </FormEnd>
        </Stack>
      </form>
    </Panel>
  )
}
