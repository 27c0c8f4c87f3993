import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { TenantId } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { phrase } from '../../../language/language.ts'
import { useText } from '../../../language/use-text.ts'
import { condition, filterText } from '../../../parts/list-filter.ts'
import { useAdministered } from '../administration.ts'
import { admin } from '../words.ts'
import { useOneNamespace } from './namespaces.ts'

const shownAtMost = 20
const restMilliseconds = 200
const none = phrase('No namespace has such a name.', 'Nenhum namespace tem esse nome.')

export interface NamespacePickerProps {
  /** Its identifier; undefined for none. */
  readonly value: string | undefined
  /** What is said where none is chosen. */
  readonly any: string
  /** In a form it has a label above it; among filters it has none. */
  readonly labelled?: boolean
  readonly error?: string | undefined
  readonly onChange: (tenant: TenantId | undefined) => void
}

/** One namespace of the server, found by its name. */
export function NamespacePicker({ value, any, labelled = false, error, onChange }: NamespacePickerProps) {
  const say = useText()
  const { client } = useConsole()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, restMilliseconds)
  const filter = filterText([wanted !== '' && condition('name', 'contains', wanted)])
  const query = { per_page: shownAtMost, ...(filter === undefined ? {} : { filter }) }
  const { data = [] } = useAdministered(
    'namespace picker',
    query,
    async () => (await client.adminListNamespaces({ query })).body,
    false,
  )
  const { data: chosen } = useOneNamespace(value)
  const shown = chosen && data.every(({ tenant_id }) => tenant_id !== chosen.tenant_id) ? [chosen, ...data] : data
  return (
    <Select
      {...(labelled ? { label: say(admin.namespace), name: 'tenant_id' } : { 'aria-label': say(admin.namespace) })}
      {...(labelled ? {} : { className: 'filter' })}
      placeholder={any}
      searchable
      openOnFocus={false}
      clearable={!labelled}
      clearButtonProps={{ 'aria-label': any }}
      data={shown.map(({ tenant_id, name }) => ({ value: tenant_id, label: name }))}
      // The server has searched already; a chosen name is no search.
      filter={({ options }) => options}
      nothingFoundMessage={say(none)}
      comboboxProps={{ withinPortal: false }}
      value={chosen?.tenant_id ?? null}
      error={error}
      onSearchChange={(text) => setTyped(text === chosen?.name ? '' : text)}
      onChange={(tenant) => onChange(shown.find(({ tenant_id }) => tenant_id === tenant)?.tenant_id)}
    />
  )
}
