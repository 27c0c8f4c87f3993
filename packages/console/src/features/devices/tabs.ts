import type { Stats } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

/** The states that people look at. */
export const tabs = [
  { status: 'accepted', label: phrase('Accepted', 'Aceitos'), sort: 'name', order: 'asc', count: 'registered_devices' },
  {
    status: 'pending',
    label: phrase('Pending', 'Pendentes'),
    sort: 'created_at',
    order: 'desc',
    count: 'pending_devices',
  },
  {
    status: 'rejected',
    label: phrase('Rejected', 'Rejeitados'),
    sort: 'status_updated_at',
    order: 'desc',
    count: 'rejected_devices',
  },
] as const satisfies readonly {
  readonly count: keyof Stats
  readonly label: Phrase
  readonly [more: string]: unknown
}[]

export type Tab = (typeof tabs)[number]
export type TabStatus = Tab['status']
export const statuses = tabs.map(({ status }) => status)
