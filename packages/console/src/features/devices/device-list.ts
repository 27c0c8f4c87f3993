import type { Device, Stats } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import type { Tab } from './tabs.ts'

export const devicesPerPage = 50
/** Both stop while the page is hidden. */
const pollMilliseconds = 3000

export interface DevicePage {
  readonly devices: readonly Device[]
  /** In all pages together. */
  readonly total: number
}

export const deviceKeys = {
  all: (tenant: string) => ['devices', tenant] as const,
  page: (tenant: string, status: string, page: number) => ['devices', tenant, status, page] as const,
  newest: (tenant: string) => ['newest devices', tenant] as const,
  stats: (tenant: string) => ['stats', tenant] as const,
}

export function useDevicePage(tab: Tab, page: number) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: deviceKeys.page(tenant, tab.status, page),
    queryFn: async (): Promise<DevicePage> => {
      const { status, sort, order } = tab
      const query = { status, page, per_page: devicesPerPage, sort_by: sort, order_by: order }
      const { body, headers } = await client.listDevices({ query })
      return { devices: body, total: Number(headers['X-Total-Count']) }
    },
    placeholderData: (previous, query) => (query?.queryKey[2] === tab.status ? previous : undefined),
    refetchInterval: pollMilliseconds,
  })
}

export function useDeviceCounts() {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: deviceKeys.stats(tenant),
    queryFn: async (): Promise<Stats> => (await client.getStats()).body,
    refetchInterval: pollMilliseconds,
  })
}
