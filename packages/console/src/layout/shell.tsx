// The frame of pages for somebody who is signed in.
import { Group, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useUser } from '../console-context.ts'
import { NamespaceMenu } from '../features/namespaces/namespace-menu.tsx'
import { useInfo } from '../info.ts'
import { phrase } from '../language/language.ts'
import { LanguageMenu } from '../language/language-menu.tsx'
import { useText } from '../language/use-text.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { PlainLink } from '../navigation.tsx'
import { useFreshUser } from '../session/use-fresh-user.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { ColourMode } from './colour-mode.tsx'
import { PhoneNavigation } from './phone-navigation.tsx'
import { SideNavigation } from './side-navigation.tsx'

const words = {
  skip: phrase('Skip to content', 'Pular para o conteúdo'),
  home: phrase('Sshore, start', 'Sshore, início'),
  go: phrase('Go to …', 'Ir para …'),
}
const AnnouncementNotice = lazy(async () => ({
  default: (await import('../features/announcements/announcement-notice.tsx')).AnnouncementNotice,
}))
const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }))

export function Shell({ children }: { readonly children: ReactNode }) {
  useFreshUser()
  useLiveUpdates()
  const say = useText()
  const { tenant } = useUser()
  const { data: info } = useInfo()
  const announces = info?.features.includes('announcements') === true
  const [palette, { open, close }] = useDisclosure(false)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <a className='skip' href='#main'>
        {say(words.skip)}
      </a>
      <header className='top'>
        <Group gap='sm' wrap='nowrap' miw={0}>
          <PlainLink to='/' className='home-link' aria-label={say(words.home)}>
            <Brand />
          </PlainLink>
          {tenant !== '' && (
            <>
              <span className='slash' aria-hidden>
                /
              </span>
              <NamespaceMenu />
            </>
          )}
        </Group>
        <Group gap={4} wrap='nowrap'>
          <UnstyledButton className='go' data-keys='Ctrl K' aria-label={say(words.go)} onClick={open}>
            <IconSearch size={16} aria-hidden />
            <span className='wide-only'>{say(words.go)}</span>
          </UnstyledButton>
          <LanguageMenu />
          <ColourMode />
          <AccountMenu />
        </Group>
      </header>
      <div className='frame'>
        <aside className='side'>
          <SideNavigation />
        </aside>
        <main id='main' className='main' tabIndex={-1}>
          {announces && (
            <Suspense>
              <AnnouncementNotice />
            </Suspense>
          )}
          {children}
        </main>
      </div>
      <PhoneNavigation />
      {palette && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  )
}
