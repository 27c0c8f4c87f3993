// The list of devices, and that of containers, which differ in little.
import { Group, Stack } from '@mantine/core'
import { useText } from '../../language/use-text.ts'
import { isToCome } from '../../parts/listed.ts'
import { Pager } from '../../parts/pager.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useTableState } from '../../router/table-state.ts'
import { DeviceFilters } from './device-filters.tsx'
import { devicesPerPage, type Kind, sortOf, useDeviceCounts, useDevicePage } from './device-list.ts'
import { deviceSearch, type DeviceSearch, isFiltered, noFilters } from './device-search.ts'
import { DeviceRows } from './device-rows.tsx'
import { DeviceTabs } from './device-tabs.tsx'
import { LoginName } from './login-name.tsx'
import { NothingFound } from './no-devices.tsx'
import { type Tab, tabs } from './tabs.ts'
import { words } from './words.ts'
import type { ReactNode } from 'react'

export interface DeviceListProps {
  readonly kind: Kind
  readonly label: string
  /** Shown when there is nothing in this state. */
  readonly renderEmpty: (tab: Tab) => ReactNode
}

export function useDeviceSearch() {
  return useTableState(deviceSearch)
}

const tabOf = ({ status = 'accepted' }: DeviceSearch): Tab => tabs.find((each) => each.status === status) ?? tabs[0]

export function DeviceList({ kind, label, renderEmpty }: DeviceListProps) {
  const say = useText()
  const { state, change, goToPage } = useDeviceSearch()
  const tab = tabOf(state)
  const list = useDevicePage(kind, tab, state)
  const { data, error, refetch } = list
  const { data: counts } = useDeviceCounts()
  const devices = data?.rows ?? []
  const sort = sortOf(tab, state)
  return (
    <Stack gap='md'>
      <Group className='tools' justify='space-between' gap='sm'>
        <DeviceTabs current={tab} counts={kind === 'device' ? counts : undefined} />
        {tab.status === 'accepted' && data && data.total > 0 && <LoginName />}
      </Group>
      {(devices.length > 0 || isFiltered(state)) && (
        <div className='filters'>
          <DeviceFilters search={state} devices={devices} onChange={change} />
        </div>
      )}
      {error && (
        <Trouble title={say(data ? words.outOfDate : words.notLoaded)} error={error} onRetry={() => void refetch()} />
      )}
      <DeviceRows
        key={tab.status}
        label={label}
        status={tab.status}
        devices={devices}
        sort={{ ...sort, onSort: (by, order) => change({ sort: deviceSearch({ sort: by }).sort, order }) }}
      />
      {data?.total === 0 && (isFiltered(state) ? <NothingFound onClear={() => change(noFilters)} /> : renderEmpty(tab))}
      {isToCome(list) && <SkeletonRows />}
      <Pager of={list} page={state.page} perPage={devicesPerPage} onPage={goToPage} />
    </Stack>
  )
}
