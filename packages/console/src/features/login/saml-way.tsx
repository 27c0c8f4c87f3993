import { Alert, Button, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { type Search, textIn } from '../../router/search-text.ts'
import { secondStepOf, type WaitingLogin } from './waiting-login.ts'
import { keepLink, newChallenge, takeVerifier } from './saml.ts'

const words = {
  button: phrase('Sign in with single sign-on', 'Entrar com login único'),
  unknown: phrase(
    'There is no account for you on this server; ask whoever runs it.',
    'Não há conta para você neste servidor; pergunte a quem o administra.',
  ),
  refused: phrase(
    'The answer of the identity provider was refused. Try again; if it happens again, tell whoever runs this server.',
    'A resposta do provedor de identidade foi recusada. Tente de novo; se acontecer outra vez, avise quem administra este servidor.',
  ),
  missing: phrase(
    (names: string) => `The identity provider did not say: ${names}. Tell whoever runs it.`,
    (names) => `O provedor de identidade não informou: ${names}. Avise quem o administra.`,
  ),
  link: phrase(
    'There is an account with your e-mail address. Sign in with its password; then link the two under Your account.',
    'Há uma conta com o seu e-mail. Entre com a senha dela; depois vincule as duas em Sua conta.',
  ),
}

/** The button that leads to the identity provider, and what came back from there. */
export function SamlWay({ onSecondStep }: { readonly onSecondStep: (waiting: WaitingLogin) => void }) {
  const say = useText()
  const failureText = useFailureText()
  const { client, session } = useConsole()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ticket = textIn(search, 'saml')
  const told = useRef<string>(undefined)

  useEffect(() => {
    // Good for one use: not to be asked with again, whatever is drawn anew.
    if (ticket === undefined || told.current === ticket) return
    told.current = ticket
    const verifier = takeVerifier()
    setBusy(true)
    client
      .redeemSamlTicket({ body: { ticket, ...(verifier === undefined ? {} : { verifier }) } })
      .then(({ body }) => {
        session.begin(body)
        void navigate({ to: '/', search: {}, replace: true })
      })
      .catch((error: unknown) => {
        const waiting = secondStepOf(error, '')
        if (waiting) onSecondStep(waiting)
        else setTrouble(failureText(error))
      })
      .finally(() => setBusy(false))
  }, [ticket, client, session, navigate, onSecondStep, failureText])

  const link = textIn(search, 'saml_link')
  useEffect(() => {
    if (link === undefined || told.current === link) return
    told.current = link
    keepLink(link)
  }, [link])

  async function go(): Promise<void> {
    setBusy(true)
    setTrouble(undefined)
    try {
      const challenge = await newChallenge()
      const { url } = (await client.getSamlUrl({ query: challenge === undefined ? {} : { challenge } })).body
      window.location.assign(url)
    } catch (error) {
      setTrouble(failureText(error))
      setBusy(false)
    }
  }

  const missing = textIn(search, 'missing_assertions')
  const refused = textIn(search, 'saml_error')
  const lines = [
    trouble,
    missing === undefined ? undefined : say(words.missing)(missing),
    refused === undefined ? undefined : say(refused === 'saml_unknown_user' ? words.unknown : words.refused),
    link === undefined ? undefined : say(words.link),
  ].filter((line) => line !== undefined)
  return (
    <Stack gap='sm'>
      {lines.map((line) => (
        <Alert key={line} color='orange' variant='light' role='alert'>
          {line}
        </Alert>
      ))}
      <Button variant='default' loading={busy} onClick={() => void go()}>
        {say(words.button)}
      </Button>
    </Stack>
  )
}
