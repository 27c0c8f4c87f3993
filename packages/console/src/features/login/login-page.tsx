import { Group } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { Link } from '../../navigation.tsx'
import { LoginForm } from './login-form.tsx'

const AnnouncementAtLogin = lazy(async () => ({
  default: (await import('../announcements/at-login.tsx')).AnnouncementAtLogin,
}))

const words = {
  title: phrase('Sign in', 'Entrar'),
  forgot: phrase('Forgot your password?', 'Esqueceu a senha?'),
  register: phrase('Create an account', 'Criar uma conta'),
}

/** Stands in for any page that needs a user: the address stays, so that signing in leads back to it. */
export function LoginPage() {
  const say = useText()
  const { data: info } = useInfo()
  return (
    <CardPage title={say(words.title)}>
      <LoginForm />
      {info?.features.includes('accounts') && info.authentication.local && (
        <Group justify='space-between'>
          <Link to='/forgot-password' size='sm'>
            {say(words.forgot)}
          </Link>
          <Link to='/register' size='sm'>
            {say(words.register)}
          </Link>
        </Group>
      )}
      {info?.features.includes('announcements') && (
        <Suspense>
          <AnnouncementAtLogin />
        </Suspense>
      )}
    </CardPage>
  )
}
