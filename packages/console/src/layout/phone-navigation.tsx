import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '../console-context.ts'
import { phrase } from '../language/language.ts'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { NavigationLink, SideNavigation } from './side-navigation.tsx'
import { useEntries } from './use-pages.ts'

const words = { most: phrase('Main pages', 'Páginas principais'), more: phrase('More', 'Mais') }
/** The administration stands there for whoever is in no namespace. */
const atHand = {
  member: ['/', '/devices', '/sessions'],
  nobody: ['/admin', '/admin/users', '/admin/namespaces'],
} as const

/** At the foot of the screen, within reach of a thumb. */
export function PhoneNavigation() {
  const say = useText()
  const entries = useEntries()
  const { tenant } = useUser()
  const shown: readonly string[] = atHand[tenant === '' ? 'nobody' : 'member']
  const [opened, { open, close }] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [shownAt, setShownAt] = useState(path)
  if (shownAt !== path) {
    setShownAt(path)
    close()
  }
  if (entries.length === 0) return null
  return (
    <>
      <nav aria-label={say(words.most)} className='phone-navigation'>
        {entries
          .filter((page) => shown.includes(page.path))
          .map((page) => (
            <NavigationLink key={page.path} page={page} />
          ))}
        <button type='button' className='nav-link' aria-expanded={opened} onClick={open}>
          <IconMenu2 size={18} stroke={1.7} aria-hidden />
          {say(words.more)}
        </button>
      </nav>
      <Drawer.Root opened={opened} onClose={close} position='bottom' size='auto'>
        <Drawer.Overlay />
        <Drawer.Content aria-label={say(words.more)}>
          <Drawer.Header role='presentation'>
            <Drawer.Title className='overlay-title'>{say(words.more)}</Drawer.Title>
            <Drawer.CloseButton aria-label={say(usual.close)} />
          </Drawer.Header>
          <Drawer.Body>
            <SideNavigation />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}
