import { Switch } from '@mantine/core'
import type { FirewallRule, TenantId } from '@sshore/contract'
import { IconPencil, IconShield } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { FilterText } from '../../../parts/filter-text.tsx'
import { GuardedItem } from '../../../parts/guarded-item.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { oneOfIn, pageIn, type Search, textIn } from '../../../router/search-text.ts'
import { useTableState } from '../../../router/table-state.ts'
import { choicesOf } from '../../firewall/firewall-rules.ts'
import { Logins, Source, What } from '../../firewall/rule-cells.tsx'
import { words as rules } from '../../firewall/words.ts'
import { AddButton, AdminList } from '../admin-list.tsx'
import { adminPerPage, useAdminChange, useAdminList } from '../administration.ts'
import { NamespacePicker } from '../namespaces/namespace-picker.tsx'
import { useNamespaceNames } from '../namespaces/namespaces.ts'
import { OfNamespace } from '../namespaces/of-namespace.tsx'
import { RowActions } from '../row-actions.tsx'
import { admin } from '../words.ts'
import { RuleOfNamespace } from './rule-of-namespace.tsx'
import { words } from './words.ts'

const ruleSearch = (search: Search) => ({
  tenant: textIn(search, 'tenant'),
  page: pageIn(search),
  add: oneOfIn(search, 'add', ['yes']),
})

function useAllRules({ tenant, page = 1 }: ReturnType<typeof ruleSearch>) {
  const { client } = useConsole()
  const query = { page, per_page: adminPerPage, ...(tenant === undefined ? {} : { tenant_id: tenant as TenantId }) }
  return useAdminList('firewall', query, () => client.adminListFirewallRules({ query }))
}

function Active({ rule }: { readonly rule: FirewallRule }) {
  const say = useText()
  const { client } = useConsole()
  const change = useAdminChange()
  return (
    <Switch
      size='sm'
      aria-label={say(rules.activeOne)(say(rules.rule)(rule.id))}
      checked={rule.active}
      onChange={({ currentTarget: { checked: active } }) =>
        void change(() =>
          client.adminUpdateFirewallRule({
            params: { id: rule.id },
            query: { tenant_id: rule.tenant_id },
            body: { ...choicesOf(rule), active },
          }),
        )
      }
    />
  )
}

function Actions({ rule, onEdit }: { readonly rule: FirewallRule; readonly onEdit: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const { id, tenant_id } = rule
  return (
    <RowActions
      name={say(rules.rule)(id)}
      text={say(rules.removeText)}
      remove={() => client.adminDeleteFirewallRule({ params: { id }, query: { tenant_id } })}
      removed={say(rules.removed)(say(rules.rule)(id))}
    >
      <GuardedItem refusal={undefined} Icon={IconPencil} onClick={onEdit}>
        {say(usual.edit)}
      </GuardedItem>
    </RowActions>
  )
}

const columnsWith = (
  names: ReadonlyMap<TenantId, string>,
  onEdit: (rule: FirewallRule) => void,
): readonly Column<FirewallRule>[] => [
  { name: 'action', heading: rules.action, width: '11rem', card: 'head', cell: (rule) => <What rule={rule} /> },
  {
    name: 'namespace',
    heading: admin.namespace,
    cell: ({ tenant_id }) => <OfNamespace tenant={tenant_id} name={names.get(tenant_id)} />,
  },
  { name: 'priority', heading: rules.priority, width: '6rem', cell: ({ priority }) => priority },
  { name: 'source_ip', heading: rules.source, width: '18%', cell: (rule) => <Source rule={rule} /> },
  { name: 'username', heading: rules.logins, cell: (rule) => <Logins rule={rule} /> },
  { name: 'filter', heading: rules.devices, cell: ({ filter }) => <FilterText filter={filter} /> },
  { name: 'active', heading: rules.active, width: '5.5rem', cell: (rule) => <Active rule={rule} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (rule) => <Actions rule={rule} onEdit={() => onEdit(rule)} />,
  },
]

export function AllRulesPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(ruleSearch)
  const [edited, setEdited] = useState<FirewallRule>()
  const all = useAllRules(state)
  const names = useNamespaceNames(all.data?.rows ?? [])
  const columns = useMemo(() => columnsWith(names, setEdited), [names])
  const open = (opened: boolean) => set({ add: opened ? 'yes' : undefined })
  const close = () => {
    setEdited(undefined)
    open(false)
  }
  return (
    <AdminList
      title={say(words.title)}
      text={say(words.text)}
      action={<AddButton label={say(rules.add)} onOpen={open} />}
      filters={
        <NamespacePicker value={state.tenant} any={say(admin.anyNamespace)} onChange={(tenant) => change({ tenant })} />
      }
      of={all}
      notLoaded={say(rules.notLoaded)}
      empty={<EmptyState Icon={IconShield} title={say(words.none)} text={say(words.noneText)} />}
      columns={columns}
      keyOf={({ id, tenant_id }) => `${tenant_id} ${id}`}
      nameOf={({ id }) => say(rules.rule)(id)}
      page={state.page}
      onPage={goToPage}
    >
      <SidePanel
        opened={edited !== undefined || state.add === 'yes'}
        title={say(edited ? rules.edit : rules.add)}
        onClose={close}
      >
        <RuleOfNamespace
          key={edited && `${edited.tenant_id} ${edited.id}`}
          of={edited}
          tenant={state.tenant}
          onDone={close}
        />
      </SidePanel>
    </AdminList>
  )
}
