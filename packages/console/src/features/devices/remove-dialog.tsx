import { Button, Group, Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { Dialog } from '../../parts/dialog.tsx'

export interface RemoveDialogProps {
  readonly device: Device
  readonly opened: boolean
  readonly onClose: () => void
  readonly onRemove: () => void
}

export function RemoveDialog({ device, opened, onClose, onRemove }: RemoveDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Remove ${device.name}?`}>
      <Text size='sm'>
        Its sessions end and its history goes away. The agent on the device stays; if it keeps running, the device comes
        back as pending.
      </Text>
      <Group justify='flex-end' mt='lg'>
        <Button variant='default' onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color='red' onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </Dialog>
  )
}
