// The frame of pages for somebody who is signed in.
import { Anchor, Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { NamespaceMenu } from '../features/namespaces/namespace-menu.tsx'
import { linkTo } from '../navigation.tsx'
import { useFreshUser } from '../session/use-fresh-user.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { ColourMode } from './colour-mode.tsx'

export function Shell({ children }: { readonly children: ReactNode }) {
  useFreshUser()
  return (
    <>
      <a className='skip' href='#main'>
        Skip to content
      </a>
      <Box component='header' className='top'>
        <Group className='page-width' h='100%' justify='space-between' wrap='nowrap' gap='xs'>
          <Group gap='sm' wrap='nowrap' miw={0}>
            <Anchor underline='never' c='inherit' aria-label='Sshore, devices' {...linkTo('/devices')}>
              <Brand />
            </Anchor>
            <span className='slash' aria-hidden>
              /
            </span>
            <NamespaceMenu />
          </Group>
          <Group gap={4} wrap='nowrap'>
            <ColourMode />
            <AccountMenu />
          </Group>
        </Group>
      </Box>
      <main id='main' className='page-width main' tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
