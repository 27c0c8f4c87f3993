import type { Device } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { words } from './words.ts'

/** Whether the device can be reached now, in colour and in words. */
export function Presence({ device }: { readonly device: Pick<Device, 'online' | 'last_seen'> }) {
  const say = useText()
  return (
    <span className='presence' data-online={device.online || undefined}>
      <span className='dot' aria-hidden />
      {device.online ? (
        say(words.isOnline)
      ) : (
        <span>
          {say(words.offline)} <Moment time={device.last_seen} />
        </span>
      )}
    </span>
  )
}
