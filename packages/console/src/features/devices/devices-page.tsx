import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { AddDevice } from './add-device.tsx'
import { useDeviceCounts } from './device-list.ts'
import { DeviceList, useDeviceSearch } from './device-list-page.tsx'
import { NoDevices } from './no-devices.tsx'
import { words } from './words.ts'

export function DevicesPage() {
  const say = useText()
  const { state, set } = useDeviceSearch()
  const { data: counts } = useDeviceCounts()
  const add = (): void => set({ add: 'yes' })
  return (
    <Stack gap='md'>
      <PageHead
        title={say(words.title)}
        text={
          counts && counts.registered_devices > 0
            ? say(words.online)(counts.online_devices, counts.registered_devices)
            : undefined
        }
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {say(usual.addDevice)}
          </Button>
        }
      />
      <DeviceList
        kind='device'
        label={say(words.title)}
        renderEmpty={({ status }) => <NoDevices status={status} pending={counts?.pending_devices ?? 0} onAdd={add} />}
      />
      <AddDevice opened={state.add === 'yes'} onClose={() => set({ add: undefined })} />
    </Stack>
  )
}
