// What the lists show of a change before the server has answered.
import type { Device, Stats } from '@sshore/contract'
import type { QueryClient } from '@tanstack/react-query'
import { affectedBy } from '../../live/affected.ts'
import type { Listed } from '../../parts/listed.ts'
import { deviceKeys } from './device-list.ts'
import { tabs } from './tabs.ts'

const without = (uids: ReadonlySet<string>) => (page: Listed<Device> | undefined) => {
  const rows = page?.rows.filter((device) => !uids.has(device.uid))
  if (!page || !rows || rows.length === page.rows.length) return page
  return { rows, total: page.total - (page.rows.length - rows.length) }
}

/** The counts after a device has gone from one state to another; `to` is absent when it is removed. */
export function recount(stats: Stats, from: string, to?: string): Stats {
  const by = (status: string | undefined, change: number): Partial<Stats> => {
    const name = tabs.find((tab) => tab.status === status)?.count
    return name ? { [name]: stats[name] + change } : {}
  }
  return from === to ? stats : { ...stats, ...by(from, -1), ...by(to, 1) }
}

/** Takes devices out of every list, and counts them where they go; `to` is absent when they are removed. */
export async function takeOut(
  queries: QueryClient,
  tenant: string,
  devices: readonly Pick<Device, 'uid' | 'status'>[],
  to?: string,
): Promise<void> {
  const [lists, counts] = [{ queryKey: deviceKeys.all(tenant) }, { queryKey: deviceKeys.stats(tenant) }]
  // An answer that is on its way still has the devices where they were.
  await Promise.all([queries.cancelQueries(lists), queries.cancelQueries(counts)])
  queries.setQueriesData<Listed<Device>>(lists, without(new Set(devices.map(({ uid }) => uid))))
  queries.setQueryData<Stats>(
    counts.queryKey,
    (stats) => stats && devices.reduce((sum, { status }) => recount(sum, status, to), stats),
  )
}

/** Asks anew for all that shows something of devices. */
export async function refreshDevices(queries: QueryClient, tenant: string): Promise<void> {
  const names = [...affectedBy('device.updated'), 'tags']
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
}
