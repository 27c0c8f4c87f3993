import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { contract, type UserId } from '@sshore/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { type Search, textIn } from '../../router/search-text.ts'
import { words } from './words.ts'

function ResetForm({ id }: { readonly id: string }) {
  const say = useText()
  const { client, session, notices } = useConsole()
  const navigate = useNavigate()
  const { form, field, busy, trouble } = useForm({
    initial: { main_email_code: '', recovery_email_code: '' },
    schema: contract.resetMfa.body,
    bodyOf: ({ main_email_code, recovery_email_code }) => ({
      main_email_code: main_email_code.trim().toUpperCase(),
      recovery_email_code: recovery_email_code.trim().toUpperCase(),
    }),
    rules: {},
    async send(body) {
      session.begin((await client.resetMfa({ params: { id: id as UserId }, body })).body)
      notices.add({ tone: 'done', text: say(words.isOff) })
      await navigate({ to: '/account', search: {} })
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(words.mainCode)}
          autoComplete='off'
          spellCheck={false}
          className='code-input'
          {...field('main_email_code')}
        />
        <TextInput
          label={say(words.otherCode)}
          autoComplete='off'
          spellCheck={false}
          className='code-input'
          {...field('recovery_email_code')}
        />
        <FormTrouble text={trouble} />
        <Button type='submit' loading={busy}>
          {say(words.resetNow)}
        </Button>
      </Stack>
    </form>
  )
}

/** Where the mails with the two codes lead. */
export function ResetMfaPage() {
  const say = useText()
  const search: Search = useSearch({ strict: false })
  const id = textIn(search, 'id')
  return (
    <CardPage title={say(words.resetTitle)} intro={say(words.resetText)}>
      {id === undefined ? (
        <Alert color='red' variant='light'>
          {say(words.badLink)}
        </Alert>
      ) : (
        <ResetForm id={id} />
      )}
    </CardPage>
  )
}
