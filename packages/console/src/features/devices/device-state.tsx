import { Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { Moment } from '../../parts/moment.tsx'
import { Presence } from './presence.tsx'

/** The line under the name: what matters about a device in the state it is in. */
export function DeviceState({ device }: { readonly device: Device }) {
  if (device.status === 'accepted') return <Presence device={device} />
  const [word, time] =
    device.status === 'pending' ? ['Asked', device.created_at] : ['Rejected', device.status_updated_at]
  return (
    <Text size='xs' c='dimmed'>
      {word} <Moment time={time} />
    </Text>
  )
}
