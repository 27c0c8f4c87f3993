import { Group, Stack, Text, ThemeIcon, Title, type TitleOrder } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly Icon: Icon
  readonly title: string
  readonly text: ReactNode
  readonly action?: ReactNode
  readonly heading?: TitleOrder
}

/** What a list is for, and how something gets into it. */
export function EmptyState({ Icon, title, text, action, heading = 2 }: EmptyStateProps) {
  return (
    <Stack className='empty' align='center' gap='xs'>
      <ThemeIcon variant='light' size={52} radius='xl' mb='xs'>
        <Icon size={26} aria-hidden />
      </ThemeIcon>
      <Title order={heading} size='h2' ta='center'>
        {title}
      </Title>
      <Text c='dimmed' size='sm' ta='center' maw={460}>
        {text}
      </Text>
      {action !== undefined && <Group mt='md'>{action}</Group>}
    </Stack>
  )
}
