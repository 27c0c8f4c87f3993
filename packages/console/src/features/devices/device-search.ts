// What of the devices is shown, as it stands in the address.
import { type DeviceColumn, deviceColumns } from '@sshore/contract'
import type { Order } from '../../parts/data-table.tsx'
import { condition, filterText } from '../../parts/list-filter.ts'
import { oneOfIn, pageIn, type Search, textIn } from '../../router/search-text.ts'
import { statuses, type TabStatus } from './tabs.ts'

export interface DeviceSearch {
  readonly status?: TabStatus | undefined
  readonly q?: string | undefined
  readonly tag?: string | undefined
  readonly system?: string | undefined
  readonly presence?: 'online' | 'offline' | undefined
  readonly sort?: DeviceColumn | undefined
  readonly order?: Order | undefined
  readonly page?: number | undefined
  /** The panel for adding a device is open. */
  readonly add?: 'yes' | undefined
}

export const deviceSearch = (search: Search): DeviceSearch => ({
  status: oneOfIn(search, 'status', statuses),
  q: textIn(search, 'q'),
  tag: textIn(search, 'tag'),
  system: textIn(search, 'system'),
  presence: oneOfIn(search, 'presence', ['online', 'offline']),
  sort: oneOfIn(search, 'sort', deviceColumns),
  order: oneOfIn(search, 'order', ['asc', 'desc']),
  page: pageIn(search),
  add: oneOfIn(search, 'add', ['yes']),
})

export const isFiltered = ({ q, tag, system, presence }: DeviceSearch): boolean =>
  [q, tag, system, presence].some((part) => part !== undefined)
export const noFilters = { q: undefined, tag: undefined, system: undefined, presence: undefined }

const searched = ['name', 'tags', 'info.pretty_name', 'info.arch', 'identity.mac'] as const

export const deviceFilter = ({ q, tag, system, presence }: DeviceSearch): string | undefined =>
  filterText(
    [
      tag !== undefined && condition('tags', 'eq', tag),
      system !== undefined && condition('info.id', 'eq', system),
      presence !== undefined && condition('online', 'bool', presence === 'online'),
    ],
    { text: q, within: searched },
  )
