import { Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Presence } from './presence.tsx'
import { words } from './words.ts'

/** The line under the name: what matters about a device in the state it is in. */
export function DeviceState({ device }: { readonly device: Device }) {
  const say = useText()
  if (device.status === 'accepted') return <Presence device={device} />
  const [word, time] =
    device.status === 'pending' ? [words.asked, device.created_at] : [words.rejected, device.status_updated_at]
  return (
    <Text size='xs' c='dimmed'>
      {say(word)} <Moment time={time} />
    </Text>
  )
}
