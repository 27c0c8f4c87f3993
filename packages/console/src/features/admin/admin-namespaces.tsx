import { Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract, type Namespace } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { condition, filterText } from '../../parts/list-filter.ts'
import { Moment } from '../../parts/moment.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { words } from './words.ts'

const perPage = 25
type Edit = BodyOf<typeof contract.adminUpdateNamespace>

function NamespaceForm({ of: known, onDone }: { readonly of: Namespace; readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const queries = useQueryClient()
  const { form, field, busy, trouble } = useForm<{ readonly name: string; readonly max_devices: string }, Edit>({
    initial: { name: known.name, max_devices: String(known.max_devices) },
    schema: contract.adminUpdateNamespace.body,
    bodyOf: ({ name, max_devices }) => ({ name, max_devices: Number(max_devices.trim() || Number.NaN) }),
    rules: {},
    async send(body) {
      await client.adminUpdateNamespace({ params: { tenant: known.tenant_id }, body })
      await queries.invalidateQueries({ queryKey: ['admin'] })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(usual.name)} autoComplete='off' {...field('name')} />
        <TextInput label={say(words.deviceLimit)} inputMode='numeric' {...field('max_devices')} />
        <FormEnd trouble={trouble} busy={busy}>
          {say(usual.save)}
        </FormEnd>
      </Stack>
    </form>
  )
}

function Actions({ of: namespace, onEdit }: { readonly of: Namespace; readonly onEdit: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  return (
    <Group justify='flex-end'>
      <RowMenu name={namespace.name}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {say(usual.edit)}
        </Menu.Item>
        <Menu.Item
          color='var(--mantine-color-error)'
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {say(words.delete)}
        </Menu.Item>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(namespace.name)}
        text={say(words.removeNamespace)}
        typed={namespace.name}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void attempt(
            async () => {
              await client.adminDeleteNamespace({ params: { tenant: namespace.tenant_id } })
              await queries.invalidateQueries({ queryKey: ['admin'] })
            },
            { done: say(words.removed) },
          )
        }
      />
    </Group>
  )
}

const columnsWith = (onEdit: (namespace: Namespace) => void): readonly Column<Namespace>[] => [
  {
    name: 'name',
    heading: usual.name,
    width: '40%',
    card: 'head',
    cell: ({ name, tenant_id }) => (
      <>
        <Text size='sm' fw={600}>
          {name}
        </Text>
        <Text size='xs' c='dimmed' className='code' truncate>
          {tenant_id}
        </Text>
      </>
    ),
  },
  { name: 'members', heading: words.members, cell: ({ members }) => members.length },
  {
    name: 'devices',
    heading: words.deviceCount,
    cell: ({ devices_count, max_devices }) => (max_devices < 0 ? devices_count : `${devices_count} / ${max_devices}`),
  },
  { name: 'created_at', heading: usual.created, cell: ({ created_at }) => <Moment time={created_at} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (namespace) => <Actions of={namespace} onEdit={() => onEdit(namespace)} />,
  },
]

export function AdminNamespaces() {
  const say = useText()
  const { client } = useConsole()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<Namespace>()
  const filter = filterText([text !== '' && condition('name', 'contains', text)])
  const query = { page, per_page: perPage, ...(filter === undefined ? {} : { filter }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'namespaces', query],
    queryFn: async () => {
      const { body, headers } = await client.adminListNamespaces({ query })
      return { namespaces: body, total: Number(headers['X-Total-Count']) }
    },
    placeholderData: keepPreviousData,
  })
  const close = () => setEdited(undefined)
  return (
    <>
      <div className='filters'>
        <SearchBox
          label={say(words.searchNamespaces)}
          text={text}
          onChange={(next) => {
            setText(next)
            setPage(1)
          }}
        />
      </div>
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <>
          <DataTable
            label={say(words.namespaces)}
            rows={data.namespaces}
            columns={columnsWith(setEdited)}
            keyOf={({ tenant_id }) => tenant_id}
            nameOf={({ name }) => name}
          />
          <Pager page={page} perPage={perPage} total={data.total} onPage={setPage} />
        </>
      )}
      <SidePanel opened={edited !== undefined} title={say(words.editNamespace)} onClose={close}>
        {edited && <NamespaceForm of={edited} onDone={close} />}
      </SidePanel>
    </>
  )
}
