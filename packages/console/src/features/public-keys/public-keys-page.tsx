import { Button, Group, Stack } from '@mantine/core'
import type { PublicKey } from '@sshore/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import type { Column } from '../../parts/data-table.tsx'
import { EditOrRemove } from '../../parts/edit-or-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterText } from '../../parts/filter-text.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Listing } from '../../parts/listing.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useTableState } from '../../router/table-state.ts'
import { KeyLogins, KeyName } from './key-cells.tsx'
import { KeyForm } from './key-form.tsx'
import { keySearch, keysPerPage, useKeyChanges, usePublicKeys } from './public-keys.ts'

const words = {
  title: phrase('Public keys', 'Chaves públicas'),
  text: phrase(
    'Whoever has the private half logs in without a password.',
    'Quem tem a metade privada entra sem senha.',
  ),
  add: phrase('Add public key', 'Adicionar chave pública'),
  edit: phrase('Edit public key', 'Editar chave pública'),
  search: phrase('Search public keys', 'Pesquisar chaves públicas'),
  logins: phrase('Login names', 'Nomes de login'),
  opens: phrase('Opens', 'Abre'),
  added: phrase('Added', 'Adicionada'),
  removeTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  removeText: phrase('It opens nothing any more.', 'Ela não abre mais nada.'),
  removed: phrase(
    (name: string) => `Removed ${name}.`,
    (name) => `${name} removida.`,
  ),
  none: phrase('No public keys yet', 'Nenhuma chave pública ainda'),
  noneText: phrase(
    'Add the public half of your SSH key, and ssh opens devices without asking for a password. A key can be limited to login names, device names or tags.',
    'Adicione a metade pública da sua chave SSH, e o ssh abre dispositivos sem pedir senha. Uma chave pode ser limitada a nomes de login, nomes de dispositivos ou tags.',
  ),
  nothing: phrase('Nothing matches', 'Nada corresponde'),
  notLoaded: phrase('The keys could not be loaded', 'Não foi possível carregar as chaves'),
}

function Actions({ of: key, onEdit }: { readonly of: PublicKey; readonly onEdit: () => void }) {
  const say = useText()
  const { remove } = useKeyChanges()
  return (
    <Group justify='flex-end'>
      <EditOrRemove
        name={key.name}
        mayEdit='public-key:update'
        mayRemove='public-key:remove'
        onEdit={onEdit}
        remove={() => remove(key)}
        title={say(words.removeTitle)(key.name)}
        text={say(words.removeText)}
        removed={say(words.removed)(key.name)}
      />
    </Group>
  )
}

const columnsWith = (onEdit: (key: PublicKey) => void): readonly Column<PublicKey>[] => [
  {
    name: 'name',
    heading: usual.name,
    sortable: true,
    width: '40%',
    card: 'head',
    cell: (key) => <KeyName of={key} />,
  },
  { name: 'username', heading: words.logins, sortable: true, cell: (key) => <KeyLogins of={key} /> },
  { name: 'opens', heading: words.opens, cell: ({ filter }) => <FilterText filter={filter} /> },
  {
    name: 'created_at',
    heading: words.added,
    sortable: true,
    width: '9rem',
    cell: (key) => <Moment time={key.created_at} />,
  },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (key) => <Actions of={key} onEdit={() => onEdit(key)} />,
  },
]

export function PublicKeysPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(keySearch)
  const [edited, setEdited] = useState<PublicKey>()
  const keys = usePublicKeys(state)
  const { create, update } = useKeyChanges()
  const refusal = useRefusal('public-key:create')
  const add = (
    <GuardedButton
      refusal={refusal}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => set({ add: 'yes' })}
    >
      {say(words.add)}
    </GuardedButton>
  )
  const clear = (
    <Button variant='default' onClick={() => change({ q: undefined })}>
      {say(usual.clear)}
    </Button>
  )
  const empty =
    state.q === undefined ? (
      <EmptyState Icon={IconKey} title={say(words.none)} text={say(words.noneText)} />
    ) : (
      <EmptyState Icon={IconKey} title={say(words.nothing)} text='' action={clear} />
    )
  const closed = () => {
    setEdited(undefined)
    set({ add: undefined })
  }
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={say(words.text)} action={add} />
      {(keys.data?.rows.length !== 0 || state.q !== undefined) && (
        <div className='filters'>
          <SearchBox label={say(words.search)} text={state.q} onChange={(q) => change({ q })} />
        </div>
      )}
      <Listing
        of={keys}
        label={say(words.title)}
        notLoaded={say(words.notLoaded)}
        empty={empty}
        columns={columnsWith(setEdited)}
        keyOf={({ fingerprint }) => fingerprint}
        nameOf={({ name }) => name}
        sort={{
          by: state.sort ?? 'created_at',
          order: state.order ?? 'desc',
          onSort: (by, order) => change({ sort: keySearch({ sort: by }).sort, order }),
        }}
        page={state.page}
        perPage={keysPerPage}
        onPage={goToPage}
      />
      <SidePanel
        opened={edited !== undefined || (state.add === 'yes' && refusal === undefined)}
        title={say(edited ? words.edit : words.add)}
        onClose={closed}
      >
        <KeyForm
          key={edited?.fingerprint}
          of={edited}
          save={(body) => (edited ? update(edited, body) : create(body))}
          onDone={closed}
        />
      </SidePanel>
    </Stack>
  )
}
