import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { SamlLink } from '../login/saml-link.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { RemoveAccount } from './remove-account.tsx'

const words = {
  text: phrase('The same in all namespaces.', 'A mesma em todos os namespaces.'),
  profile: phrase('Profile', 'Perfil'),
  password: phrase('Password', 'Senha'),
  danger: phrase('Danger zone', 'Zona de perigo'),
  secondFactor: phrase('Second factor', 'Segundo fator'),
}

const SecondFactor = lazy(async () => ({ default: (await import('../mfa/second-factor.tsx')).SecondFactor }))

export function AccountPage() {
  const say = useText()
  const { data: info } = useInfo()
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(usual.account)} text={say(words.text)} />
      <Panel title={say(words.profile)}>
        <Profile />
      </Panel>
      <SamlLink />
      <Panel title={say(words.password)}>
        <Password />
      </Panel>
      {info?.features.includes('mfa') && (
        <Panel title={say(words.secondFactor)}>
          <Suspense fallback={<SkeletonRows />}>
            <SecondFactor />
          </Suspense>
        </Panel>
      )}
      {info?.features.includes('account-removal') && (
        <Panel title={say(words.danger)} danger>
          <RemoveAccount />
        </Panel>
      )}
    </Stack>
  )
}
