import { Code, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { LinkButton } from '../../navigation.tsx'

const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }))
const words = {
  done: phrase('All set up', 'Tudo configurado'),
  doneText: phrase(
    'This server has its first user already, so this link has done its work.',
    'Este servidor já tem o primeiro usuário; este link já cumpriu seu papel.',
  ),
  signIn: phrase('Sign in', 'Entrar'),
  begin: phrase('Set this server up', 'Configurar este servidor'),
  beginText: phrase(
    'Nobody has set this server up yet. It takes the one-time link.',
    'Ninguém configurou este servidor ainda. É preciso o link de uso único.',
  ),
  printed: phrase(
    'The server printed the link when it started. To see it again, run this on the server:',
    'O servidor mostrou o link ao iniciar. Para vê-lo de novo, execute isto no servidor:',
  ),
  welcome: phrase('Welcome aboard', 'Boas-vindas a bordo'),
  welcomeText: phrase(
    'Create the first user of this server. It takes a minute, and only once.',
    'Crie o primeiro usuário deste servidor. Leva um minuto, e só uma vez.',
  ),
}

export interface SetupPageProps {
  readonly done: boolean
  readonly sign: string | undefined
}

export function SetupPage({ done, sign }: SetupPageProps) {
  const say = useText()
  if (done) {
    return (
      <CardPage title={say(words.done)} intro={say(words.doneText)}>
        <LinkButton to='/login'>{say(words.signIn)}</LinkButton>
      </CardPage>
    )
  }
  if (sign === undefined) {
    return (
      <CardPage title={say(words.begin)} intro={say(words.beginText)}>
        <Text size='sm'>
          {say(words.printed)} <Code>sshore setup</Code>
        </Text>
      </CardPage>
    )
  }
  return (
    <CardPage title={say(words.welcome)} intro={say(words.welcomeText)}>
      <Suspense>
        <SetupForm sign={sign} />
      </Suspense>
    </CardPage>
  )
}
