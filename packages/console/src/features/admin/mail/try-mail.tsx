import { Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useConsole, useUser } from '../../../console-context.ts'
import { FormEnd } from '../../../forms/form-end.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useText } from '../../../language/use-text.ts'
import { useRefresh } from '../administration.ts'
import { words } from './words.ts'

export function TryMail({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { client, notices } = useConsole()
  const { email } = useUser()
  const refresh = useRefresh()
  const { form, field, busy, trouble } = useForm({
    initial: { to: email },
    schema: contract.tryMail.body,
    bodyOf: (values): BodyOf<typeof contract.tryMail> => values,
    rules: { to: words.toRule },
    async send(body) {
      await client.tryMail({ body })
      await refresh()
      notices.add({ tone: 'done', text: say(words.posted) })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <Text size='sm'>{say(words.trialText)}</Text>
        <TextInput label={say(words.to)} type='email' autoComplete='email' {...field('to')} />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.post)}
        </FormEnd>
      </Stack>
    </form>
  )
}
