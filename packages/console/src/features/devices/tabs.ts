import type { Stats } from '@sshore/contract'

/** The states that people look at, each with an address of its own. */
export const tabs = [
  { status: 'accepted', label: 'Accepted', path: '/devices', sort: 'name', order: 'asc', count: 'registered_devices' },
  {
    status: 'pending',
    label: 'Pending',
    path: '/devices/pending',
    sort: 'created_at',
    order: 'desc',
    count: 'pending_devices',
  },
  {
    status: 'rejected',
    label: 'Rejected',
    path: '/devices/rejected',
    sort: 'status_updated_at',
    order: 'desc',
    count: 'rejected_devices',
  },
] as const satisfies readonly { readonly count: keyof Stats; readonly [more: string]: unknown }[]

export type Tab = (typeof tabs)[number]
export type TabStatus = Tab['status']

export const tabAt = (path: string): Tab | undefined => tabs.find((tab) => tab.path === path)
