import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useFailureText, useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { LinkButton } from '../../navigation.tsx'
import { type Search, textIn } from '../../router/search-text.ts'
import { Resend } from './resend.tsx'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

/** Where the mail leads that confirms an address. */
export function ConfirmPage() {
  const say = useText()
  const failureText = useFailureText()
  const { client } = useConsole()
  const search: Search = useSearch({ strict: false })
  const [email, token] = [textIn(search, 'email') ?? '', textIn(search, 'token') ?? '']
  const isWhole = email !== '' && token !== ''
  const { isSuccess, error } = useQuery({
    queryKey: ['confirmation', email, token],
    queryFn: async () => {
      await client.confirmAccount({ query: { email, token } })
      return true
    },
    enabled: isWhole,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <CardPage title={say(words.confirm)}>
      {!isWhole && <FormTrouble text={say(words.badLink)} />}
      {isWhole && !isSuccess && !error && <Text aria-busy='true'>{say(words.confirming)}</Text>}
      {error && (
        <>
          <FormTrouble text={failureText(error)} />
          <Resend username={email} />
        </>
      )}
      {isSuccess && (
        <>
          <Told>{say(words.confirmed)}</Told>
          <LinkButton to='/login'>{say(words.signIn)}</LinkButton>
        </>
      )}
    </CardPage>
  )
}
