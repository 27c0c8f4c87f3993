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
  const found = data.map(({ tenant_id, name }): { value: string; label: string } => ({ value: tenant_id, label: name }))
  // What narrows the page is named at once: by its identifier until its name has come, or if it never does.
  const current =
    value === undefined
      ? undefined
      : (found.find((one) => one.value === value) ?? {
          value,
          label: chosen?.tenant_id === value ? chosen.name : value.slice(0, 8),
        })
  return (
    <Select
      {...(labelled ? { label: say(admin.namespace), name: 'tenant_id' } : { 'aria-label': say(admin.namespace) })}
      {...(labelled ? {} : { className: 'filter' })}
      placeholder={any}
      searchable
      openOnFocus={false}
      clearable={!labelled}
      // What is below it is of the namespace: without one it would be gone, with all that was typed.
      allowDeselect={!labelled}
      clearButtonProps={{ 'aria-label': any }}
      data={current && !found.includes(current) ? [current, ...found] : found}
      // The server has searched already; a chosen name is no search.
      filter={({ options }) => options}
      nothingFoundMessage={say(none)}
      comboboxProps={{ withinPortal: false }}
      value={value ?? null}
      error={error}
      onSearchChange={(text) => setTyped(text === current?.label ? '' : text)}
      onChange={(tenant) => onChange(data.find(({ tenant_id }) => tenant_id === tenant)?.tenant_id)}
    />
  )
}
