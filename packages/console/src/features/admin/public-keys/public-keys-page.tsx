import type { PublicKey, TenantId } from '@sshore/contract'
import { IconKey } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useConsole } from '../../../console-context.ts'
import { phrase } from '../../../language/language.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { FilterText } from '../../../parts/filter-text.tsx'
import { filterText } from '../../../parts/list-filter.ts'
import { Moment } from '../../../parts/moment.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { oneOfIn, pageIn, type Search, textIn } from '../../../router/search-text.ts'
import { useTableState } from '../../../router/table-state.ts'
import { KeyLogins, KeyName } from '../../public-keys/key-cells.tsx'
import { KeyForm } from '../../public-keys/key-form.tsx'
import { AddButton, AddPanel, AdminList, NothingMatches } from '../admin-list.tsx'
import { adminPerPage, useAdminList, useRefresh } from '../administration.ts'
import { InNamespace } from '../namespaces/in-namespace.tsx'
import { NamespacePicker } from '../namespaces/namespace-picker.tsx'
import { useNamespaceNames } from '../namespaces/namespaces.ts'
import { OfNamespace } from '../namespaces/of-namespace.tsx'
import { RowActions } from '../row-actions.tsx'
import { admin } from '../words.ts'

const words = {
  title: phrase('All public keys', 'Todas as chaves públicas'),
  text: phrase(
    'Of all namespaces. A key that was lost is found here by its fingerprint, and removed.',
    'De todos os namespaces. Uma chave perdida é encontrada aqui pela impressão digital, e removida.',
  ),
  add: phrase('Add public key', 'Adicionar chave pública'),
  search: phrase('Search public keys', 'Pesquisar chaves públicas'),
  logins: phrase('Login names', 'Nomes de login'),
  opens: phrase('Opens', 'Abre'),
  added: phrase('Added', 'Adicionada'),
  removeText: phrase(
    'It opens nothing of this namespace any more. Sessions that run go on.',
    'Deixa de abrir o que é deste namespace. As sessões em andamento continuam.',
  ),
  removed: phrase(
    (name: string) => `Removed ${name}.`,
    (name) => `${name} removida.`,
  ),
  none: phrase('No public keys', 'Nenhuma chave pública'),
  noneText: phrase(
    'Members add the public halves of their SSH keys to their namespaces.',
    'Os membros adicionam as metades públicas de suas chaves SSH aos seus namespaces.',
  ),
  notLoaded: phrase('The keys could not be loaded', 'Não foi possível carregar as chaves'),
}

const keySearch = (search: Search) => ({
  q: textIn(search, 'q'),
  tenant: textIn(search, 'tenant'),
  page: pageIn(search),
  add: oneOfIn(search, 'add', ['yes']),
})

const searched = ['name', 'fingerprint', 'username'] as const

function useAllKeys({ q, tenant, page = 1 }: ReturnType<typeof keySearch>) {
  const { client } = useConsole()
  const filter = filterText([], { text: q, within: searched })
  const query = {
    page,
    per_page: adminPerPage,
    ...(tenant === undefined ? {} : { tenant_id: tenant as TenantId }),
    ...(filter === undefined ? {} : { filter }),
  }
  return useAdminList('public-keys', query, () => client.adminListPublicKeys({ query }))
}

function Actions({ of: { name, fingerprint, tenant_id } }: { readonly of: PublicKey }) {
  const say = useText()
  const { client } = useConsole()
  return (
    <RowActions
      name={name}
      text={say(words.removeText)}
      remove={() => client.adminDeletePublicKey({ params: { fingerprint }, query: { tenant_id } })}
      removed={say(words.removed)(name)}
    />
  )
}

const columnsWith = (names: ReadonlyMap<TenantId, string>): readonly Column<PublicKey>[] => [
  { name: 'name', heading: usual.name, width: '32%', card: 'head', cell: (key) => <KeyName of={key} /> },
  {
    name: 'namespace',
    heading: admin.namespace,
    cell: ({ tenant_id }) => <OfNamespace tenant={tenant_id} name={names.get(tenant_id)} />,
  },
  { name: 'username', heading: words.logins, cell: (key) => <KeyLogins of={key} /> },
  { name: 'opens', heading: words.opens, cell: ({ filter }) => <FilterText filter={filter} /> },
  { name: 'created_at', heading: words.added, width: '9rem', cell: ({ created_at }) => <Moment time={created_at} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (key) => <Actions of={key} />,
  },
]

export function AllKeysPage() {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefresh()
  const { state, change, set, goToPage } = useTableState(keySearch)
  const { q, tenant } = state
  const keys = useAllKeys(state)
  const names = useNamespaceNames(keys.data?.rows ?? [])
  const columns = useMemo(() => columnsWith(names), [names])
  const open = (opened: boolean) => set({ add: opened ? 'yes' : undefined })
  const empty =
    q === undefined && tenant === undefined ? (
      <EmptyState Icon={IconKey} title={say(words.none)} text={say(words.noneText)} />
    ) : (
      <NothingMatches onClear={() => change({ q: undefined, tenant: undefined })} />
    )
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      action={<AddButton label={say(words.add)} onOpen={open} />}
      filters={
        <>
          <SearchBox label={say(words.search)} text={q} onChange={(text) => change({ q: text })} />
          <NamespacePicker value={tenant} any={say(admin.anyNamespace)} onChange={(to) => change({ tenant: to })} />
        </>
      }
      of={keys}
      notLoaded={say(words.notLoaded)}
      empty={empty}
      columns={columns}
      keyOf={({ fingerprint, tenant_id }) => `${tenant_id} ${fingerprint}`}
      nameOf={({ name }) => name}
      page={state.page}
      onPage={goToPage}
    >
      <AddPanel label={say(words.add)} opened={state.add === 'yes'} onOpen={open}>
        <InNamespace known={undefined} first={tenant}>
          {(tenant_id) => (
            <KeyForm
              elsewhere
              save={async (body) => {
                await client.adminCreatePublicKey({ body: { tenant_id, ...body } })
                await refresh()
              }}
              onDone={() => open(false)}
            />
          )}
        </InNamespace>
      </AddPanel>
    </AdminList>
  )
}
