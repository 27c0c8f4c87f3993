import { Group } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { IconBan, IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { RowMenu } from '../../parts/row-menu.tsx'
import { TerminalLink } from './terminal-link.tsx'
import { useDeviceChanges } from './device-changes.ts'
import { words } from './words.ts'

export interface DeviceActionsProps {
  readonly device: Device
  readonly onRemoved?: () => void
  /** On the page of this one device. */
  readonly alone?: boolean
}

/** What can be done to a device in the state it is in. */
export function DeviceActions({ device, onRemoved, alone = false }: DeviceActionsProps) {
  const say = useText()
  const { decide, remove } = useDeviceChanges()
  const [removing, setRemoving] = useState(false)
  const notAccept = useRefusal('device:accept')
  const notRemove = useRefusal('device:remove')
  const waiting = device.status !== 'accepted'
  const full = device.acceptable ? undefined : say(words.full)
  return (
    <Group gap={6} justify='flex-end' wrap='nowrap'>
      {waiting && (
        <GuardedButton
          size='xs'
          refusal={notAccept ?? full}
          leftSection={<IconCheck size={14} aria-hidden />}
          aria-label={say(words.acceptOne)(device.name)}
          onClick={() => void decide([device], 'accept')}
        >
          {say(words.accept)}
        </GuardedButton>
      )}
      {device.status === 'pending' && (
        <GuardedButton
          size='xs'
          variant='default'
          refusal={notAccept}
          aria-label={say(words.rejectOne)(device.name)}
          onClick={() => void decide([device], 'reject')}
        >
          {say(words.reject)}
        </GuardedButton>
      )}
      {device.status === 'accepted' && <TerminalLink device={device} inWords={alone} />}
      <RowMenu name={device.name}>
        {device.status === 'accepted' && (
          <GuardedItem refusal={notAccept} Icon={IconBan} onClick={() => void decide([device], 'reject')}>
            {say(words.reject)}
          </GuardedItem>
        )}
        <GuardedItem refusal={notRemove} danger Icon={IconTrash} onClick={() => setRemoving(true)}>
          {say(usual.removeMore)}
        </GuardedItem>
      </RowMenu>
      <ConfirmDialog
        opened={removing}
        title={say(words.removeTitle)(device.name)}
        text={say(words.removeText)}
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          if ((await remove([device])).length > 0) onRemoved?.()
        }}
      />
    </Group>
  )
}
