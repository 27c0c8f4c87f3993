// The frame of pages for somebody who is not signed in: one card in the middle.
import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageMenu } from '../language/language-menu.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { Brand } from './brand.tsx'
import { ColourMode } from './colour-mode.tsx'
import { Waves } from './waves.tsx'

export interface CardPageProps {
  readonly title: string
  readonly intro?: ReactNode
  readonly children?: ReactNode
}

export function CardPage({ title, intro, children }: CardPageProps) {
  usePageTitle(title)
  return (
    <Box className='card-page'>
      <Waves />
      <header className='card-page-top'>
        <Brand />
        <Group gap={4}>
          <LanguageMenu />
          <ColourMode />
        </Group>
      </header>
      <main className='card-page-main'>
        <Paper className='card' p={{ base: 'lg', xs: 'xl' }}>
          <Stack gap='lg'>
            <Stack gap={6}>
              <Title order={1}>{title}</Title>
              {intro !== undefined && (
                <Text c='dimmed' size='sm'>
                  {intro}
                </Text>
              )}
            </Stack>
            {children}
          </Stack>
        </Paper>
      </main>
    </Box>
  )
}
