import { Text } from '@mantine/core'
import type { Device, DeviceStatus } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Presence } from './presence.tsx'

/** Goes before how long ago that was. */
const since = {
  pending: phrase('Asked', 'Pediu'),
  rejected: phrase('Rejected', 'Rejeitado'),
  unused: phrase('Put out of use', 'Posto fora de uso'),
  removed: phrase('Removed', 'Removido'),
} as const satisfies Readonly<Record<Exclude<DeviceStatus, 'accepted'>, Phrase>>

/** The line under the name: what matters about a device in the state it is in. */
export function DeviceState({ device }: { readonly device: Device }) {
  const say = useText()
  if (device.status === 'accepted') return <Presence device={device} />
  const time = device.status === 'pending' ? device.created_at : device.status_updated_at
  return (
    <Text size='xs' c='dimmed'>
      {say(since[device.status])} <Moment time={time} />
    </Text>
  )
}
