import { Badge, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ApiKey, limits } from '@sshore/contract'
import { IconCode, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../language/language.ts'
import { roleNames, usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import type { Column } from '../../parts/data-table.tsx'
import { EditOrRemove } from '../../parts/edit-or-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Listing } from '../../parts/listing.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNow } from '../../parts/now.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useTableState } from '../../router/table-state.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { apiKeySearch, apiKeysPerPage, useApiKeyChanges, useApiKeys } from './api-keys.ts'

const words = {
  title: phrase('API keys', 'Chaves de API'),
  text: phrase(
    'For programs. A key never has more than the present role of whoever made it.',
    'Para programas. Uma chave nunca pode mais do que o papel atual de quem a criou.',
  ),
  add: phrase('Create API key', 'Criar chave de API'),
  edit: phrase('Edit API key', 'Editar chave de API'),
  expires: phrase('Expires', 'Expira'),
  expired: phrase('expired', 'expirada'),
  removeTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  removeText: phrase(
    'Programs that use it are refused from then on.',
    'Os programas que a usam passam a ser recusados.',
  ),
  removed: phrase(
    (name: string) => `Removed ${name}.`,
    (name) => `${name} removida.`,
  ),
  none: phrase('No API keys yet', 'Nenhuma chave de API ainda'),
  noneText: phrase(
    'A script or a monitor signs in with an API key instead of a person. Give it the lowest role that will do, and an end.',
    'Um script ou monitor entra com uma chave de API no lugar de uma pessoa. Dê a ela o menor papel que baste, e uma validade.',
  ),
  notLoaded: phrase('The keys could not be loaded', 'Não foi possível carregar as chaves'),
}

function Expiry({ of: { expires_in } }: { readonly of: ApiKey }) {
  const say = useText()
  const now = useNow(60)
  if (expires_in === limits.apiKey.never) return say(usual.never)
  const end = expires_in * 1000
  if (end <= now) return <Badge color='red'>{say(words.expired)}</Badge>
  return <Moment time={new Date(end).toISOString()} />
}

function Actions({ of: key, onEdit }: { readonly of: ApiKey; readonly onEdit: () => void }) {
  const say = useText()
  const { remove } = useApiKeyChanges()
  return (
    <Group justify='flex-end'>
      <EditOrRemove
        name={key.name}
        mayEdit='api-key:update'
        mayRemove='api-key:remove'
        onEdit={onEdit}
        remove={() => remove(key)}
        title={say(words.removeTitle)(key.name)}
        text={say(words.removeText)}
        removed={say(words.removed)(key.name)}
      />
    </Group>
  )
}

function RoleOf({ of: { role } }: { readonly of: ApiKey }) {
  return useText()(roleNames[role])
}

const columnsWith = (onEdit: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    name: 'name',
    heading: usual.name,
    sortable: true,
    width: '34%',
    card: 'head',
    cell: ({ name }) => (
      <Text size='sm' fw={600} truncate>
        {name}
      </Text>
    ),
  },
  { name: 'role', heading: usual.role, sortable: true, cell: (key) => <RoleOf of={key} /> },
  { name: 'expires_in', heading: words.expires, sortable: true, cell: (key) => <Expiry of={key} /> },
  { name: 'created_at', heading: usual.created, sortable: true, cell: (key) => <Moment time={key.created_at} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (key) => <Actions of={key} onEdit={() => onEdit(key)} />,
  },
]

export function ApiKeysPage() {
  const say = useText()
  const { state, change, goToPage } = useTableState(apiKeySearch)
  const [edited, setEdited] = useState<ApiKey>()
  const [creating, { open, close }] = useDisclosure(false)
  const closed = () => {
    setEdited(undefined)
    close()
  }
  return (
    <Stack gap='md'>
      <PageHead
        title={say(words.title)}
        text={say(words.text)}
        action={
          <GuardedButton
            refusal={useRefusal('api-key:create')}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={open}
          >
            {say(words.add)}
          </GuardedButton>
        }
      />
      <Listing
        of={useApiKeys(state)}
        label={say(words.title)}
        notLoaded={say(words.notLoaded)}
        empty={<EmptyState Icon={IconCode} title={say(words.none)} text={say(words.noneText)} />}
        columns={columnsWith(setEdited)}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        sort={{
          by: state.sort ?? 'created_at',
          order: state.order ?? 'desc',
          onSort: (by, order) => change({ sort: apiKeySearch({ sort: by }).sort, order }),
        }}
        page={state.page}
        perPage={apiKeysPerPage}
        onPage={goToPage}
      />
      <SidePanel
        opened={creating || edited !== undefined}
        title={say(edited ? words.edit : words.add)}
        onClose={closed}
      >
        <ApiKeyForm key={edited?.name} of={edited} onDone={closed} />
      </SidePanel>
    </Stack>
  )
}
