import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { DeviceUid } from '@sshore/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { condition, filterText } from '../../parts/list-filter.ts'
import { deviceKeys } from './device-list.ts'

const shownAtMost = 20
const restMilliseconds = 200
const nothing = phrase('No device has such a name.', 'Nenhum dispositivo tem esse nome.')

export interface DevicePickerProps {
  readonly value: DeviceUid | undefined
  readonly error?: string | undefined
  readonly onChange: (device: DeviceUid | undefined) => void
}

/** One device of the namespace, found by its name. */
export function DevicePicker({ value, error, onChange }: DevicePickerProps) {
  const say = useText()
  const { client } = useConsole()
  const { tenant } = useUser()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, restMilliseconds)
  const { data = [] } = useQuery({
    queryKey: deviceKeys.picker(tenant, wanted),
    queryFn: async () => {
      const filter = filterText([wanted !== '' && condition('name', 'contains', wanted)])
      const query = { per_page: shownAtMost, sort_by: 'name', order_by: 'asc', ...(filter ? { filter } : {}) } as const
      return (await client.listDevices({ query })).body
    },
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      label={say(usual.device)}
      name='device'
      searchable
      data={data.map(({ uid, name }) => ({ value: uid, label: name }))}
      // The server has searched already; a chosen name is no search.
      filter={({ options }) => options}
      nothingFoundMessage={say(nothing)}
      value={value ?? null}
      error={error}
      onSearchChange={(text) => {
        setTyped(data.some(({ uid, name }) => uid === value && name === text) ? '' : text)
      }}
      onChange={(uid) => onChange(data.find((device) => device.uid === uid)?.uid)}
    />
  )
}
