// What people do to devices. The list changes at once; what the server refuses comes back, with the reason.
import type { Device } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useConsole, useUser } from '../../console-context.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { refreshDevices, takeOut } from './device-cache.ts'
import { mayPass, troubleOf, withTags } from './device-trouble.ts'
import { byReason, more, namesOf, type Refused, type ShowRefused } from './refused.ts'

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
  retry: phrase('Try again', 'Tentar de novo'),
  accept: did('Accepted', 'Aceito:'),
  reject: did('Rejected', 'Rejeitado:'),
  pending: did('Put back', 'Devolvido:'),
  tagged: did('Tagged', 'Novas tags:'),
  removed: did('Removed', 'Removido:'),
}

/**
 * Several devices are changed one by one; what is refused does not keep the others from it. Resolves to those that were changed; of
 * the others notices tell where `show` does not.
 */
export interface DeviceChanges {
  readonly decide: (devices: readonly Device[], decision: Decision, show?: ShowRefused) => Promise<readonly Device[]>
  readonly remove: (devices: readonly Device[], show?: ShowRefused) => Promise<readonly Device[]>
  /** Adds to the tags that they have. */
  readonly addTags: (
    devices: readonly Device[],
    tags: readonly string[],
    show?: ShowRefused,
  ) => Promise<readonly Device[]>
  /** Rejects with what the server says. */
  readonly rename: (device: Device, name: string) => Promise<void>
  /** Rejects with what the server says. */
  readonly setTags: (device: Device, tags: readonly string[]) => Promise<void>
}

interface Attempt {
  readonly devices: readonly Device[]
  readonly change: (device: Device) => Promise<unknown>
  /** Done when somebody asks for it: the same for those that the same kept from it. */
  readonly again: (devices: readonly Device[]) => void
  readonly show: ShowRefused | undefined
}

export function useDeviceChanges(): DeviceChanges {
  const { client, notices } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const say = useText()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const { data: info } = useInfo()
  const refresh = () => refreshDevices(queries, tenant)

  function refusal(error: unknown, device: Device, again: (text: string) => void): Refused {
    const trouble = troubleOf(error, device, info?.features.includes('billing') === true)
    const text = trouble ? say(trouble.text) : failureText(error)
    const { next, namesIt = false, isGone = false } = trouble ?? {}
    const told = { device, text, namesIt, isGone }
    if (next) {
      const run = () => void navigate({ to: next.to, search: next.search })
      return { ...told, next: { label: say(next.label), run } }
    }
    return mayPass(error) ? { ...told, next: { label: say(words.retry), run: () => again(text) } } : told
  }

  function tell(refused: readonly Refused[]): void {
    for (const { text, namesIt, next, those } of byReason(refused)) {
      const about = namesIt ? text : `${namesOf(those, say(more))}: ${text}`
      notices.add({ tone: 'failed', text: about, ...(next ? { next } : {}) })
    }
  }

  async function attempt({ devices, change, again, show }: Attempt): Promise<readonly Device[]> {
    const done: Device[] = []
    const refused: Refused[] = []
    const repeat = (reason: string): void =>
      again(refused.filter(({ text }) => text === reason).map(({ device }) => device))
    for (const device of devices) {
      try {
        await change(device)
        done.push(device)
      } catch (error) {
        refused.push(refusal(error, device, repeat))
      }
    }
    await refresh()
    if (refused.length > 0 && !show?.(refused)) tell(refused)
    return done
  }

  async function decide(
    devices: readonly Device[],
    decision: Decision,
    show?: ShowRefused,
  ): Promise<readonly Device[]> {
    const status = resulting[decision]
    const change = ({ uid }: Device) => client.setDeviceStatus({ params: { uid, status: decision } })
    await takeOut(queries, tenant, devices, status)
    const done = await attempt({ devices, change, again: (those) => void decide(those, decision), show })
    const [first] = done
    if (!first) return done
    const back = done.map((device) => ({ ...device, status }))
    const undo = () => void decide(back, leadingTo[first.status] ?? 'pending')
    notices.add({ tone: 'done', text: say(words[decision])(done), ...(decision === 'reject' ? { undo } : {}) })
    return done
  }

  async function remove(devices: readonly Device[], show?: ShowRefused): Promise<readonly Device[]> {
    await takeOut(queries, tenant, devices)
    const change = ({ uid }: Device) => client.removeDevice({ params: { uid } })
    const done = await attempt({ devices, change, again: (those) => void remove(those), show })
    if (done.length > 0) notices.add({ tone: 'done', text: say(words.removed)(done) })
    return done
  }

  async function addTags(
    devices: readonly Device[],
    tags: readonly string[],
    show?: ShowRefused,
  ): Promise<readonly Device[]> {
    const change = async (device: Device) =>
      client.setDeviceTags({ params: { uid: device.uid }, body: { tags: withTags(device, tags) } })
    const done = await attempt({ devices, change, again: (those) => void addTags(those, tags), show })
    if (done.length > 0) notices.add({ tone: 'done', text: say(words.tagged)(done) })
    return done
  }

  return {
    decide,
    remove,
    addTags,
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
