import type { Device } from '@sshore/contract'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useTags } from '../../forms/use-tags.ts'
import type { DeviceSearch } from './device-search.ts'
import { words } from './words.ts'

const filters = {
  presence: phrase('Presence', 'Presença'),
  anyPresence: phrase('Online and offline', 'Todos'),
  tag: phrase('Tag', 'Tag'),
  anyTag: phrase('Any tag', 'Qualquer tag'),
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
  return (
    <>
      <SearchBox label={say(words.searchDevices)} text={search.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={say(filters.presence)}
        any={say(filters.anyPresence)}
        choices={[
          { value: 'online', label: say(words.isOnline) },
          { value: 'offline', label: say(words.isOffline) },
        ]}
        value={search.presence}
        onChange={(presence) => onChange({ presence })}
      />
      {tags.length > 0 && (
        <FilterSelect
          label={say(filters.tag)}
          any={say(filters.anyTag)}
          choices={tags.map((tag) => ({ value: tag, label: tag }))}
          value={search.tag}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      {systems.length > 0 && (
        <FilterSelect
          label={say(words.system)}
          any={say(filters.anySystem)}
          choices={systems.map((system) => ({ value: system, label: system }))}
          value={search.system}
          onChange={(system) => onChange({ system })}
        />
      )}
    </>
  )
}
