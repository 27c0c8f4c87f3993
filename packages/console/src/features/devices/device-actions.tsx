import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { IconBan, IconCheck, IconDots, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { useDeviceChanges } from './device-changes.ts'
import { RemoveDialog } from './remove-dialog.tsx'

interface GuardedItemProps {
  readonly refusal: string | undefined
  readonly icon: ReactNode
  readonly color?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function GuardedItem({ refusal, icon, color, onClick, children }: GuardedItemProps) {
  return (
    <Menu.Item leftSection={icon} disabled={refusal !== undefined} onClick={onClick} {...(color ? { color } : {})}>
      {children}
      {refusal !== undefined && (
        <Text size='xs' component='span' display='block'>
          {refusal}
        </Text>
      )}
    </Menu.Item>
  )
}

/** What can be done to a device in the state it is in. */
export function DeviceActions({ device }: { readonly device: Device }) {
  const { decide, remove } = useDeviceChanges()
  const [removing, setRemoving] = useState(false)
  const notAccept = useRefusal('device:accept')
  const notRemove = useRefusal('device:remove')
  const waiting = device.status !== 'accepted'
  const full = device.acceptable ? undefined : 'The device limit of this namespace is reached.'
  return (
    <Group gap={6} justify='flex-end' wrap='nowrap'>
      {waiting && (
        <GuardedButton
          size='xs'
          refusal={notAccept ?? full}
          leftSection={<IconCheck size={14} aria-hidden />}
          aria-label={`Accept ${device.name}`}
          onClick={() => void decide(device, 'accept')}
        >
          Accept
        </GuardedButton>
      )}
      {device.status === 'pending' && (
        <GuardedButton
          size='xs'
          variant='default'
          refusal={notAccept}
          aria-label={`Reject ${device.name}`}
          onClick={() => void decide(device, 'reject')}
        >
          Reject
        </GuardedButton>
      )}
      <Menu position='bottom-end' width={230}>
        <Menu.Target>
          <ActionIcon variant='subtle' color='gray' aria-label={`More for ${device.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {device.status === 'accepted' && (
            <GuardedItem
              refusal={notAccept}
              icon={<IconBan size={16} aria-hidden />}
              onClick={() => void decide(device, 'reject')}
            >
              Reject
            </GuardedItem>
          )}
          <GuardedItem
            refusal={notRemove}
            color='var(--mantine-color-error)'
            icon={<IconTrash size={16} aria-hidden />}
            onClick={() => setRemoving(true)}
          >
            Remove …
          </GuardedItem>
        </Menu.Dropdown>
      </Menu>
      <RemoveDialog
        device={device}
        opened={removing}
        onClose={() => setRemoving(false)}
        onRemove={() => {
          setRemoving(false)
          void remove(device)
        }}
      />
    </Group>
  )
}
