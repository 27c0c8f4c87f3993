import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { LoginForm } from './login-form.tsx'

const title = phrase('Sign in', 'Entrar')

/** Stands in for any page that needs a user: the address stays, so that signing in leads back to it. */
export function LoginPage() {
  const say = useText()
  return (
    <CardPage title={say(title)}>
      <LoginForm />
    </CardPage>
  )
}
