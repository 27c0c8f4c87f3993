import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { phrase } from '../language/language.ts'
import { useFailureText, useText } from '../language/use-text.ts'

export interface TroubleProps {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => void
}

const retry = phrase('Retry', 'Tentar de novo')

/** What could not be loaded, why, and a button to try again. */
export function Trouble({ title, error, onRetry }: TroubleProps) {
  const say = useText()
  const failureText = useFailureText()
  return (
    <Alert color='red' variant='light' title={title} icon={<IconAlertCircle aria-hidden />}>
      <Group justify='space-between' gap='sm'>
        <Text size='sm'>{failureText(error)}</Text>
        <Button size='xs' variant='default' onClick={onRetry}>
          {say(retry)}
        </Button>
      </Group>
    </Alert>
  )
}
