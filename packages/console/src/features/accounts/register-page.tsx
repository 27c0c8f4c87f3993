import { useState } from 'react'
import { useText } from '../../language/use-text.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { Link } from '../../navigation.tsx'
import { RegisterForm } from './register-form.tsx'
import { Resend } from './resend.tsx'
import { words } from './words.ts'

export function RegisterPage() {
  const say = useText()
  const [email, setEmail] = useState<string>()
  if (email !== undefined) {
    return (
      <CardPage title={say(words.checkMail)} intro={say(words.checkMailText)(email)}>
        <Resend username={email} />
        <Link to='/login' size='sm'>
          {say(words.signIn)}
        </Link>
      </CardPage>
    )
  }
  return (
    <CardPage title={say(words.register)} intro={say(words.registerText)}>
      <RegisterForm onDone={async (account) => setEmail(account.email)} />
      <Link to='/login' size='sm'>
        {say(words.have)}
      </Link>
    </CardPage>
  )
}
