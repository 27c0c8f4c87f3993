import { Alert } from '@mantine/core'
import { useSession } from '../../console-context.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { LoginForm } from './login-form.tsx'

/** Stands in for any page that needs a user: the address stays, so that signing in leads back to it. */
export function LoginPage() {
  const { ended } = useSession()
  return (
    <CardPage title='Sign in'>
      {ended === 'expired' && (
        <Alert color='sea' variant='light'>
          Your session has ended. Sign in again to go on where you were.
        </Alert>
      )}
      <LoginForm />
    </CardPage>
  )
}
