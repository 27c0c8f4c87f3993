import type { Device } from '@sshore/contract'
import { Moment } from '../../parts/moment.tsx'

/** Whether the device can be reached now, in colour and in words. */
export function Presence({ device }: { readonly device: Pick<Device, 'online' | 'last_seen'> }) {
  return (
    <span className='presence' data-online={device.online || undefined}>
      <span className='dot' aria-hidden />
      {device.online ? (
        'Online'
      ) : (
        <span>
          Offline, seen <Moment time={device.last_seen} />
        </span>
      )}
    </span>
  )
}
