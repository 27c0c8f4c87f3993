import { NativeSelect } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { useTags } from '../tags/tags.ts'
import type { DeviceSearch } from './device-search.ts'
import { words } from './words.ts'

const filters = {
  presence: phrase('Presence', 'Presença'),
  anyPresence: phrase('On- and offline', 'Todos'),
  tag: phrase('Tag', 'Etiqueta'),
  anyTag: phrase('Any tag', 'Qualquer etiqueta'),
  anySystem: phrase('Any system', 'Qualquer sistema'),
}

export interface DeviceFiltersProps {
  readonly search: DeviceSearch
  readonly devices: readonly Device[]
  readonly onChange: (change: Partial<DeviceSearch>) => void
}

/** Systems that can be chosen: those in sight, and the chosen one. */
const systemsIn = (devices: readonly Device[], chosen: string | undefined): readonly string[] =>
  [...new Set([...devices.map(({ info }) => info.id), chosen ?? ''])].filter((id) => id !== '').toSorted()

export function DeviceFilters({ search, devices, onChange }: DeviceFiltersProps) {
  const say = useText()
  const { data: tags = [] } = useTags()
  const systems = systemsIn(devices, search.system)
  const presence = ['online', 'offline'] as const
  return (
    <>
      <SearchBox
        label={say(words.searchDevices)}
        text={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <NativeSelect
        className='filter'
        aria-label={say(filters.presence)}
        value={search.presence ?? ''}
        data={[
          { value: '', label: say(filters.anyPresence) },
          { value: 'online', label: say(words.isOnline) },
          { value: 'offline', label: say(words.isOffline) },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange({ presence: presence.find((each) => each === value) })
        }}
      />
      {tags.length > 0 && (
        <NativeSelect
          className='filter'
          aria-label={say(filters.tag)}
          value={search.tag ?? ''}
          data={[{ value: '', label: say(filters.anyTag) }, ...tags]}
          onChange={(event) => onChange({ tag: event.currentTarget.value || undefined })}
        />
      )}
      {systems.length > 0 && (
        <NativeSelect
          className='filter'
          aria-label={say(words.system)}
          value={search.system ?? ''}
          data={[{ value: '', label: say(filters.anySystem) }, ...systems]}
          onChange={(event) => onChange({ system: event.currentTarget.value || undefined })}
        />
      )}
    </>
  )
}
