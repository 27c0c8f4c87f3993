import { Button, Group, Pagination, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { goTo } from '../../navigation.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { AddDevice } from './add-device.tsx'
import { DeviceCards } from './device-cards.tsx'
import { type DevicePage, devicesPerPage, useDeviceCounts, useDevicePage } from './device-list.ts'
import { DeviceSearch } from './device-search.tsx'
import { DeviceSkeletons } from './device-skeletons.tsx'
import { DeviceTable } from './device-table.tsx'
import { DeviceTabs } from './device-tabs.tsx'
import { LoginName } from './login-name.tsx'
import { matching } from './matching.ts'
import { NoDevices, NothingFound } from './no-devices.tsx'
import type { Tab } from './tabs.ts'

const phone = '(max-width: 48em)'

interface ListProps {
  readonly tab: Tab
  readonly loaded: DevicePage
  readonly search: string
  readonly onClearSearch: () => void
  readonly pending: number
  readonly onAdd: () => void
}

function List({ tab: { status }, loaded, search, onClearSearch, pending, onAdd }: ListProps) {
  const narrow = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const found = matching(loaded.devices, search)
  if (loaded.devices.length === 0) return <NoDevices status={status} pending={pending} onAdd={onAdd} />
  if (found.length === 0) return <NothingFound text={search.trim()} onClear={onClearSearch} />
  return narrow ? (
    <DeviceCards status={status} devices={found} />
  ) : (
    <Paper className='card'>
      <DeviceTable status={status} devices={found} />
    </Paper>
  )
}

export function DevicesPage({ tab, page }: { readonly tab: Tab; readonly page: number }) {
  usePageTitle(tab.status === 'accepted' ? 'Devices' : `${tab.label} devices`)
  const [adding, { open, close }] = useDisclosure(false)
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useDevicePage(tab, page)
  const { data: counts } = useDeviceCounts()
  const pages = data ? Math.ceil(data.total / devicesPerPage) : 0
  return (
    <Stack gap='md'>
      <Group justify='space-between' align='flex-end'>
        <div>
          <Title order={1}>Devices</Title>
          {counts && counts.registered_devices > 0 && (
            <Text c='dimmed' size='sm' mt={2}>
              {counts.online_devices} of {counts.registered_devices} online
            </Text>
          )}
        </div>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          Add device
        </Button>
      </Group>
      <Group className='tools' justify='space-between' gap='sm'>
        <DeviceTabs current={tab} counts={counts} />
        <Group gap='md' className='tools-right'>
          {tab.status === 'accepted' && data && data.total > 0 && <LoginName />}
          <DeviceSearch text={search} onChange={setSearch} />
        </Group>
      </Group>
      {error && (
        <Trouble
          title={data ? 'This list may be out of date' : 'The devices could not be loaded'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <List
          tab={tab}
          loaded={data}
          search={search}
          onClearSearch={() => setSearch('')}
          pending={counts?.pending_devices ?? 0}
          onAdd={open}
        />
      ) : (
        !error && <DeviceSkeletons />
      )}
      {(pages > 1 || page > 1) && (
        <Pagination
          total={Math.max(pages, 1)}
          value={Math.min(page, Math.max(pages, 1))}
          onChange={(to) => goTo(to === 1 ? tab.path : `${tab.path}?page=${to}`)}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
      <AddDevice opened={adding} onClose={close} />
    </Stack>
  )
}
