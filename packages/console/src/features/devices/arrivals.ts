import type { Device } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { deviceKeys } from './device-list.ts'

const pollMilliseconds = 1500
const shownAtMost = 5

/** Devices that registered after `start`, in the server's time (RFC 3339). Newest first. */
export const arrivedAfter = <Dated extends Pick<Device, 'created_at'>>(
  devices: readonly Dated[],
  start: string,
): readonly Dated[] => devices.filter((device) => Date.parse(device.created_at) > Date.parse(start))

/** The devices that have registered since this was first called, whatever their state. */
export function useArrivals(): readonly Device[] {
  const { client } = useConsole()
  const { tenant } = useUser()
  const [start, setStart] = useState<string>()
  const { data = [] } = useQuery({
    queryKey: deviceKeys.newest(tenant),
    queryFn: async () => {
      const query = { status: '', per_page: shownAtMost, sort_by: 'created_at', order_by: 'desc' } as const
      const { body } = await client.listDevices({ query })
      // Compared with the newest one known, not with this browser's clock.
      setStart((known) => known ?? body[0]?.created_at ?? new Date(0).toISOString())
      return body
    },
    gcTime: 0,
    refetchInterval: pollMilliseconds,
  })
  return start === undefined ? [] : arrivedAfter(data, start)
}
