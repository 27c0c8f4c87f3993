import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

export interface TroubleProps {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => void
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Something went wrong.')

/** What could not be loaded, why, and a button to try again. */
export function Trouble({ title, error, onRetry }: TroubleProps) {
  return (
    <Alert color='red' variant='light' title={title} icon={<IconAlertCircle aria-hidden />}>
      <Group justify='space-between' gap='sm'>
        <Text size='sm'>{messageOf(error)}</Text>
        <Button size='xs' variant='default' onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  )
}
