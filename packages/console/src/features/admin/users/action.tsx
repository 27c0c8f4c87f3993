import { Button, Group, Text } from '@mantine/core'

interface ActionProps {
  readonly text: string
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** What a button does, before it. */
export function Action({ text, label, disabled = false, onClick }: ActionProps) {
  return (
    <Group justify='space-between' gap='sm'>
      <Text size='sm' className='grow'>
        {text}
      </Text>
      <Button variant='default' size='xs' disabled={disabled} onClick={onClick}>
        {label}
      </Button>
    </Group>
  )
}
