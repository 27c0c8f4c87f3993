// What people do to devices. The list changes at once; what the server refuses comes back, with the reason.
import type { Device, Stats } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import type { Listed } from '../../parts/listed.ts'
import { deviceKeys } from './device-list.ts'
import { tabs } from './tabs.ts'

export type Decision = 'accept' | 'reject' | 'pending'
const resulting = { accept: 'accepted', reject: 'rejected', pending: 'pending' } as const
const leadingTo: Readonly<Record<string, Decision | undefined>> = { accepted: 'accept', rejected: 'reject' }

const count = (devices: readonly { readonly name: string }[], noun: string): string =>
  devices.length === 1 ? (devices[0]?.name ?? '') : `${devices.length} ${noun}`
type Named = readonly Pick<Device, 'name'>[]
const did = (en: string, pt: string) =>
  phrase(
    (devices: Named) => `${en} ${count(devices, 'devices')}.`,
    (devices) => `${pt} ${count(devices, 'dispositivos')}.`,
  )
const words = {
  accept: did('Accepted', 'Aceito:'),
  reject: did('Rejected', 'Rejeitado:'),
  pending: did('Put back', 'Devolvido:'),
  removed: did('Removed', 'Removido:'),
}

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

export interface DeviceChanges {
  readonly decide: (devices: readonly Device[], decision: Decision) => Promise<void>
  /** Those that are gone. */
  readonly remove: (devices: readonly Device[]) => Promise<readonly Device[]>
  /** Rejects with what the server says. */
  readonly rename: (device: Device, name: string) => Promise<void>
  /** Rejects with what the server says. */
  readonly setTags: (device: Device, tags: readonly string[]) => Promise<void>
}

export function useDeviceChanges(): DeviceChanges {
  const { client, notices } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const say = useText()
  const failureText = useFailureText()
  const lists = { queryKey: deviceKeys.all(tenant) }
  const counts = deviceKeys.stats(tenant)

  const refresh = async (): Promise<void> => {
    const changed = [lists.queryKey, counts, deviceKeys.newest(tenant), ['device', tenant], ['tags', tenant]]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }

  async function takeOut(devices: readonly Device[], to?: string): Promise<void> {
    // An answer that is on its way still has the devices where they were.
    await Promise.all([queries.cancelQueries(lists), queries.cancelQueries({ queryKey: counts })])
    queries.setQueriesData<Listed<Device>>(lists, without(new Set(devices.map(({ uid }) => uid))))
    queries.setQueryData<Stats>(
      counts,
      (stats) => stats && devices.reduce((sum, { status }) => recount(sum, status, to), stats),
    )
  }

  /** Those that it was done to. */
  async function attempt(
    devices: readonly Device[],
    change: (device: Device) => Promise<unknown>,
    to?: string,
  ): Promise<readonly Device[]> {
    await takeOut(devices, to)
    const done: Device[] = []
    for (const device of devices) {
      try {
        await change(device)
        done.push(device)
      } catch (error) {
        notices.add({ tone: 'failed', text: `${device.name}: ${failureText(error)}` })
      }
    }
    await refresh()
    return done
  }

  async function decide(devices: readonly Device[], decision: Decision): Promise<void> {
    const status = resulting[decision]
    const change = ({ uid }: Device) => client.setDeviceStatus({ params: { uid, status: decision } })
    const done = await attempt(devices, change, status)
    const [first] = done
    if (!first) return
    const back = done.map((device) => ({ ...device, status }))
    const undo = () => void decide(back, leadingTo[first.status] ?? 'pending')
    notices.add({ tone: 'done', text: say(words[decision])(done), ...(decision === 'reject' ? { undo } : {}) })
  }

  return {
    decide,
    async remove(devices) {
      const done = await attempt(devices, ({ uid }) => client.removeDevice({ params: { uid } }))
      if (done.length > 0) notices.add({ tone: 'done', text: say(words.removed)(done) })
      return done
    },
    async rename({ uid }, name) {
      await client.updateDevice({ params: { uid }, body: { name } })
      await refresh()
    },
    async setTags({ uid }, tags) {
      await client.setDeviceTags({ params: { uid }, body: { tags: [...tags] } })
      await refresh()
    },
  }
}
