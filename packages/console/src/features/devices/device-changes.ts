// What people do to devices. The list changes at once; what the server refuses comes back, with the reason.
import type { Device, Stats } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { messageOf } from '../../parts/trouble.tsx'
import { deviceKeys, type DevicePage } from './device-list.ts'
import { tabs } from './tabs.ts'

export type Decision = 'accept' | 'reject' | 'pending'
const resulting = { accept: 'accepted', reject: 'rejected', pending: 'pending' } as const
const leadingTo: Readonly<Record<string, Decision | undefined>> = { accepted: 'accept', rejected: 'reject' }
const done = { accept: 'Accepted', reject: 'Rejected', pending: 'Put back' } as const

const without = (uid: string) => (page: DevicePage | undefined) => {
  const devices = page?.devices.filter((device) => device.uid !== uid)
  if (!page || !devices || devices.length === page.devices.length) return page
  return { devices, total: page.total - 1 }
}

/** The counts after a device has gone from one state to another; `to` is absent when it is removed. */
export function recount(stats: Stats, from: string, to?: string): Stats {
  const by = (status: string | undefined, change: number): Partial<Stats> => {
    const count = tabs.find((tab) => tab.status === status)?.count
    return count ? { [count]: stats[count] + change } : {}
  }
  return from === to ? stats : { ...stats, ...by(from, -1), ...by(to, 1) }
}

export interface DeviceChanges {
  readonly decide: (device: Device, decision: Decision) => Promise<void>
  readonly remove: (device: Device) => Promise<void>
  /** Rejects with what the server says. */
  readonly rename: (device: Device, name: string) => Promise<void>
}

export function useDeviceChanges(): DeviceChanges {
  const { client, notices } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const lists = { queryKey: deviceKeys.all(tenant) }
  const counts = deviceKeys.stats(tenant)

  const refresh = async (): Promise<void> => {
    const changed = [lists.queryKey, counts, deviceKeys.newest(tenant)]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }

  async function takeOut(device: Device, to?: string): Promise<void> {
    // An answer that is on its way still has the device where it was.
    await Promise.all([queries.cancelQueries(lists), queries.cancelQueries({ queryKey: counts })])
    queries.setQueriesData<DevicePage>(lists, without(device.uid))
    queries.setQueryData<Stats>(counts, (stats) => stats && recount(stats, device.status, to))
  }

  async function attempt(device: Device, change: () => Promise<unknown>, to?: string): Promise<boolean> {
    await takeOut(device, to)
    try {
      await change()
      return true
    } catch (error) {
      notices.add({ tone: 'failed', text: `${device.name}: ${messageOf(error)}` })
      return false
    } finally {
      await refresh()
    }
  }

  async function decide(device: Device, decision: Decision): Promise<void> {
    const { uid, name, status } = device
    const change = () => client.setDeviceStatus({ params: { uid, status: decision } })
    if (!(await attempt(device, change, resulting[decision]))) return
    const undo = () => void decide({ ...device, status: resulting[decision] }, leadingTo[status] ?? 'pending')
    notices.add({ tone: 'done', text: `${done[decision]} ${name}.`, ...(decision === 'reject' ? { undo } : {}) })
  }

  return {
    decide,
    async remove(device) {
      const change = () => client.removeDevice({ params: { uid: device.uid } })
      if (await attempt(device, change)) notices.add({ tone: 'done', text: `Removed ${device.name}.` })
    },
    async rename({ uid }, name) {
      await client.updateDevice({ params: { uid }, body: { name } })
      await refresh()
    },
  }
}
