import { Stack } from '@mantine/core'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'

const words = {
  title: phrase('Your account', 'A sua conta'),
  text: phrase('The same in all namespaces.', 'A mesma em todos os espaços.'),
  profile: phrase('Profile', 'Perfil'),
  password: phrase('Password', 'Senha'),
}

export function AccountPage() {
  const say = useText()
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      <Panel title={say(words.profile)}>
        <Profile />
      </Panel>
      <Panel title={say(words.password)}>
        <Password />
      </Panel>
    </Stack>
  )
}
