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

export interface Refused {
  readonly device: Device
  /** What happened, for people. */
  readonly text: string
  readonly next?: { readonly label: string; readonly run: () => void }
}

export interface Outcome {
  readonly done: readonly Device[]
  /** Of one device alone a notice has told it already. */
  readonly refused: readonly Refused[]
}

/** Several devices are changed one by one; what is refused does not keep the others from it. */
export interface DeviceChanges {
  readonly decide: (devices: readonly Device[], decision: Decision) => Promise<Outcome>
  readonly remove: (devices: readonly Device[]) => Promise<Outcome>
  /** Adds to the tags that they have. */
  readonly addTags: (devices: readonly Device[], tags: readonly string[]) => Promise<Outcome>
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
  const navigate = useNavigate()
  const { data: info } = useInfo()
  const refresh = () => refreshDevices(queries, tenant)

  function refusal(error: unknown, device: Device, again: () => void): Refused {
    const trouble = troubleOf(error, device, info?.features.includes('billing') === true)
    const text = trouble ? say(trouble.text) : failureText(error)
    const { next } = trouble ?? {}
    if (next) {
      const run = () => void navigate({ to: next.to, search: next.search })
      return { device, text, next: { label: say(next.label), run } }
    }
    return { device, text, ...(mayPass(error) ? { next: { label: say(words.retry), run: again } } : {}) }
  }

  /** `again` is done when somebody asks for it. */
  async function attempt(
    devices: readonly Device[],
    change: (device: Device) => Promise<unknown>,
    again: () => void,
  ): Promise<Outcome> {
    const done: Device[] = []
    const refused: Refused[] = []
    for (const device of devices) {
      try {
        await change(device)
        done.push(device)
      } catch (error) {
        refused.push(refusal(error, device, again))
      }
    }
    await refresh()
    const [only] = refused
    if (only && devices.length === 1) {
      const { device, text, next } = only
      const about = text.includes(device.name) ? text : `${device.name}: ${text}`
      notices.add({ tone: 'failed', text: about, ...(next ? { next } : {}) })
    }
    return { done, refused }
  }

  async function decide(devices: readonly Device[], decision: Decision): Promise<Outcome> {
    const status = resulting[decision]
    const change = ({ uid }: Device) => client.setDeviceStatus({ params: { uid, status: decision } })
    await takeOut(queries, tenant, devices, status)
    const outcome = await attempt(devices, change, () => void decide(devices, decision))
    const { done } = outcome
    const [first] = done
    if (!first) return outcome
    const back = done.map((device) => ({ ...device, status }))
    const undo = () => void decide(back, leadingTo[first.status] ?? 'pending')
    notices.add({ tone: 'done', text: say(words[decision])(done), ...(decision === 'reject' ? { undo } : {}) })
    return outcome
  }

  async function remove(devices: readonly Device[]): Promise<Outcome> {
    await takeOut(queries, tenant, devices)
    const change = ({ uid }: Device) => client.removeDevice({ params: { uid } })
    const outcome = await attempt(devices, change, () => void remove(devices))
    if (outcome.done.length > 0) notices.add({ tone: 'done', text: say(words.removed)(outcome.done) })
    return outcome
  }

  async function addTags(devices: readonly Device[], tags: readonly string[]): Promise<Outcome> {
    const change = async (device: Device) =>
      client.setDeviceTags({ params: { uid: device.uid }, body: { tags: withTags(device, tags) } })
    const outcome = await attempt(devices, change, () => void addTags(devices, tags))
    if (outcome.done.length > 0) notices.add({ tone: 'done', text: say(words.tagged)(outcome.done) })
    return outcome
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
