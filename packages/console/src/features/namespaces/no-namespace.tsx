import { Button, Stack } from '@mantine/core'
import { IconServerCog } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSession, useUser } from '../../console-context.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { useSignOut } from '../../layout/sign-out.ts'
import { LinkButton } from '../../navigation.tsx'

const NewNamespace = lazy(async () => ({ default: (await import('./new-namespace.tsx')).NewNamespace }))
const words = {
  title: phrase('No namespace yet', 'Nenhum namespace ainda'),
  intro: phrase(
    'Devices live in namespaces. Ask an administrator of one to add you as a member, or create your own.',
    'Os dispositivos vivem em namespaces. Peça a um administrador que adicione você como membro, ou crie o seu.',
  ),
  none: phrase(
    'Devices live in namespaces. Ask an administrator of one to add you as a member; your account may not create its own.',
    'Os dispositivos vivem em namespaces. Peça a um administrador que adicione você como membro; sua conta não pode criar um.',
  ),
  server: phrase('Look after this server', 'Cuidar deste servidor'),
}

/** For somebody who belongs to no namespace, yet or any more. */
export function NoNamespacePage() {
  const say = useText()
  const { max_namespaces, administrator } = useUser()
  const { data: info } = useInfo()
  const { acting } = useSession()
  const signOut = useSignOut()
  return (
    <CardPage title={say(words.title)} intro={say(max_namespaces === 0 ? words.none : words.intro)}>
      <Stack>
        {max_namespaces !== 0 && (
          <Suspense>
            <NewNamespace />
          </Suspense>
        )}
        {administrator && info?.features.includes('admin') && (
          <LinkButton variant='default' to='/admin' leftSection={<IconServerCog size={16} aria-hidden />}>
            {say(words.server)}
          </LinkButton>
        )}
        <LinkButton variant='subtle' to='/account'>
          {say(usual.account)}
        </LinkButton>
        {!acting && (
          <Button variant='subtle' onClick={() => void signOut()}>
            {say(usual.signOut)}
          </Button>
        )}
      </Stack>
    </CardPage>
  )
}
