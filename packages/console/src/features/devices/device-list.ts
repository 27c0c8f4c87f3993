import type { Device, DeviceColumn, Stats } from '@sshore/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { usePollInterval } from '../../live/poll.ts'
import { listedIn } from '../../parts/listed.ts'
import { askNamed } from '../../router/ask-named.ts'
import { deviceFilter, type DeviceSearch } from './device-search.ts'
import type { Tab } from './tabs.ts'

export const devicesPerPage = 50

/** Containers are devices with a list of their own. */
export type Kind = 'device' | 'container'

export const deviceKeys = {
  all: (tenant: string) => ['devices', tenant] as const,
  page: (tenant: string, kind: Kind, search: object) => ['devices', tenant, kind, search] as const,
  one: (tenant: string, uid: string) => ['device', tenant, uid] as const,
  /** An array: what begins as `all` does is pages, which are changed in place. */
  picker: (tenant: string, wanted: string) => ['device picker', tenant, wanted] as const,
  newest: (tenant: string) => ['newest devices', tenant] as const,
  stats: (tenant: string) => ['stats', tenant] as const,
}

export const sortOf = (tab: Tab, { sort, order }: DeviceSearch) =>
  sort ? { by: sort, order: order ?? 'asc' } : { by: tab.sort satisfies DeviceColumn, order: tab.order }

export function useDevicePage(kind: Kind, tab: Tab, search: DeviceSearch) {
  const refetchInterval = usePollInterval()
  const { client } = useConsole()
  const { tenant } = useUser()
  const { page = 1 } = search
  const filter = deviceFilter(search)
  const { by, order } = sortOf(tab, search)
  const query = {
    status: tab.status,
    page,
    per_page: devicesPerPage,
    sort_by: by,
    order_by: order,
    ...(filter === undefined ? {} : { filter }),
  }
  return useQuery({
    queryKey: deviceKeys.page(tenant, kind, query),
    queryFn: async () => listedIn(await (kind === 'device' ? client.listDevices : client.listContainers)({ query })),
    placeholderData: (previous, before) => {
      const shown = before?.queryKey[3]
      return shown && 'status' in shown && shown.status === tab.status ? previous : undefined
    },
    refetchInterval,
  })
}

/** What is asked for the device or container that an address names. */
export function useDeviceQuery(uid: string) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return queryOptions({
    queryKey: deviceKeys.one(tenant, uid),
    queryFn: async () => {
      const ask = () => client.resolveDevice({ query: { uid: uid as Device['uid'] } })
      return (await askNamed('device_not_found', ask)).body
    },
  })
}

export function useDevice(uid: string) {
  const refetchInterval = usePollInterval()
  return useQuery({ ...useDeviceQuery(uid), refetchInterval })
}

export function useDeviceCounts() {
  const refetchInterval = usePollInterval()
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: deviceKeys.stats(tenant),
    queryFn: async (): Promise<Stats> => (await client.getStats()).body,
    refetchInterval,
  })
}
