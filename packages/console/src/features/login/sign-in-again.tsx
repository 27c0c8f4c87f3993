import { Button, Text } from '@mantine/core'
import type { UserAuth } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { LoginForm } from './login-form.tsx'

const words = {
  title: phrase('Sign in again', 'Entrar de novo'),
  ended: phrase(
    'Your session has ended. Sign in again to go on where you were; nothing that you typed is lost.',
    'Sua sessão terminou. Entre de novo para continuar de onde parou; nada do que você digitou se perde.',
  ),
}

/** Over the page as it is. Signing out takes terminals and typed text with it, in all tabs: by its button alone. */
export function SignInAgain({ user }: { readonly user: UserAuth }) {
  const say = useText()
  const { session } = useConsole()
  return (
    <Dialog opened title={say(words.title)}>
      <Text size='sm' c='dimmed' mb='md'>
        {say(words.ended)}
      </Text>
      <LoginForm username={user.user} />
      <Button variant='subtle' fullWidth mt='sm' onClick={() => session.signOut()}>
        {say(usual.signOut)}
      </Button>
    </Dialog>
  )
}
