import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

export interface PageHeadProps {
  readonly title: string
  readonly text?: ReactNode
  /** The page's main action. */
  readonly action?: ReactNode
}

export function PageHead({ title, text, action }: PageHeadProps) {
  usePageTitle(title)
  return (
    <Group justify='space-between' align='flex-start' gap='md' className='page-head'>
      <div className='page-title'>
        <Title order={1}>{title}</Title>
        {text !== undefined && (
          <Text c='dimmed' size='sm' mt={2} component='div'>
            {text}
          </Text>
        )}
      </div>
      {action}
    </Group>
  )
}
