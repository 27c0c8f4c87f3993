import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Device } from '@sshore/contract'
import { IconBox, IconSearch, IconServer2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { useInfo } from '../../info.ts'
import { useText } from '../../language/use-text.ts'
import { condition, filterText } from '../../parts/list-filter.ts'
import { Presence } from '../devices/presence.tsx'
import { paneDevice } from './desk.ts'
import type { PaneDevice } from './pane-model.ts'
import { words } from './words.ts'

const shownAtMost = 8

function useReachable(text: string) {
  const { client } = useConsole()
  const { tenant } = useUser()
  const { data: info } = useInfo()
  const withContainers = info?.features.includes('containers') === true
  return useQuery({
    queryKey: ['palette', tenant, 'terminal', text, withContainers],
    queryFn: async () => {
      const filter = filterText([text !== '' && condition('name', 'contains', text)])
      const query = {
        status: 'accepted',
        per_page: shownAtMost,
        sort_by: 'last_seen',
        order_by: 'desc',
        ...(filter ? { filter } : {}),
      } as const
      const lists = [client.listDevices({ query }), ...(withContainers ? [client.listContainers({ query })] : [])]
      const [devices = [], containers = []] = (await Promise.all(lists)).map(({ body }) => body)
      const named = (list: readonly Device[], isContainer: boolean) => list.map((device) => ({ device, isContainer }))
      return [...named(devices, false), ...named(containers, true)]
    },
    placeholderData: keepPreviousData,
  })
}

/** What a terminal can be opened on: the search goes over all of the namespace. */
export function DeviceChooser({ onChoose }: { readonly onChoose: (device: PaneDevice) => void }) {
  const say = useText()
  const [text, setText] = useState('')
  const [rested] = useDebouncedValue(text.trim(), 150)
  const { data } = useReachable(rested)
  return (
    <div className='terminal-chooser'>
      <TextInput
        aria-label={say(words.search)}
        placeholder={say(words.search)}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {data?.map(({ device, isContainer }) => {
        const Icon = isContainer ? IconBox : IconServer2
        return (
          <UnstyledButton key={device.uid} className='terminal-choice' onClick={() => onChoose(paneDevice(device))}>
            <Icon size={18} aria-hidden />
            <span className='grow'>{device.name}</span>
            <Presence device={device} />
          </UnstyledButton>
        )
      })}
      {data?.length === 0 && (
        <Text size='sm' c='dimmed' p='sm'>
          {say(words.none)}
        </Text>
      )}
    </div>
  )
}
