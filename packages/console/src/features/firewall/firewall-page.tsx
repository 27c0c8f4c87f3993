import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core'
import { type FirewallRule, limits } from '@sshore/contract'
import { IconArrowDown, IconArrowUp, IconPlus, IconShield } from '@tabler/icons-react'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { EditOrRemove } from '../../parts/edit-or-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterText } from '../../parts/filter-text.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { GuardedSwitch } from '../../parts/guarded-switch.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { oneOfIn, type Search } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { useFirewallRules, useRuleChanges } from './firewall-rules.ts'
import { lastPriority } from './new-order.ts'
import { Logins, Source, What } from './rule-cells.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleTest } from './rule-test.tsx'
import { words } from './words.ts'

const pageSearch = (search: Search) => ({ add: oneOfIn(search, 'add', ['yes']) })

interface RowProps {
  readonly rule: FirewallRule
  readonly rules: readonly FirewallRule[]
}

function Active({ rule }: { readonly rule: FirewallRule }) {
  const say = useText()
  const attempt = useAttempt()
  const changes = useRuleChanges()
  const refusal = useRefusal('firewall:update')
  return (
    <GuardedSwitch
      refusal={refusal}
      label={say(words.activeOne)(say(words.rule)(rule.id))}
      checked={rule.active}
      onChange={(active) => void attempt(() => changes.switch(rule, active))}
    />
  )
}

function Place({ rule, rules }: RowProps) {
  const say = useText()
  const attempt = useAttempt()
  const { move } = useRuleChanges()
  const refusal = useRefusal('firewall:update')
  const at = rules.indexOf(rule)
  const name = say(words.rule)(rule.id)
  const button = (by: number, Icon: typeof IconArrowUp, label: string, hint: string) => (
    <Tooltip label={refusal ?? hint}>
      <ActionIcon
        variant='subtle'
        color='gray'
        aria-label={label}
        disabled={refusal !== undefined || !rules[at + by]}
        onClick={() => void attempt(() => move(rule, by))}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <Group gap={2} wrap='nowrap' component='span'>
      <Text size='sm' component='span' miw='2.5rem'>
        {rule.priority}
      </Text>
      {button(-1, IconArrowUp, say(words.upOne)(name), say(words.up))}
      {button(1, IconArrowDown, say(words.downOne)(name), say(words.down))}
    </Group>
  )
}

function Actions({ rule, onEdit }: { readonly rule: FirewallRule; readonly onEdit: () => void }) {
  const say = useText()
  const { remove } = useRuleChanges()
  const name = say(words.rule)(rule.id)
  return (
    <Group justify='flex-end'>
      <EditOrRemove
        name={name}
        mayEdit='firewall:update'
        mayRemove='firewall:remove'
        onEdit={onEdit}
        remove={() => remove(rule)}
        title={say(words.removeTitle)(name)}
        text={say(words.removeText)}
        removed={say(words.removed)(name)}
      />
    </Group>
  )
}

const columnsOf = (
  rules: readonly FirewallRule[],
  onEdit: (rule: FirewallRule) => void,
): readonly Column<FirewallRule>[] => [
  { name: 'priority', heading: words.priority, width: '9rem', cell: (rule) => <Place rule={rule} rules={rules} /> },
  { name: 'action', heading: words.action, width: '13rem', card: 'head', cell: (rule) => <What rule={rule} /> },
  { name: 'source_ip', heading: words.source, cell: (rule) => <Source rule={rule} /> },
  { name: 'username', heading: words.logins, cell: (rule) => <Logins rule={rule} /> },
  { name: 'filter', heading: words.devices, cell: ({ filter }) => <FilterText filter={filter} /> },
  { name: 'active', heading: words.active, width: '5.5rem', cell: (rule) => <Active rule={rule} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (rule) => <Actions rule={rule} onEdit={() => onEdit(rule)} />,
  },
]

export function FirewallPage() {
  const say = useText()
  const { state, set } = useTableState(pageSearch)
  const [edited, setEdited] = useState<FirewallRule>()
  const { data: rules, error, refetch } = useFirewallRules()
  const { create, update } = useRuleChanges()
  const refusal = useRefusal('firewall:create')
  const nameOf = ({ id }: FirewallRule) => say(words.rule)(id)
  const closed = () => {
    setEdited(undefined)
    set({ add: undefined })
  }
  return (
    <Stack gap='md'>
      <PageHead
        title={say(words.title)}
        text={say(words.text)}
        action={
          <GuardedButton
            refusal={refusal}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => set({ add: 'yes' })}
          >
            {say(words.add)}
          </GuardedButton>
        }
      />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!rules && !error && <SkeletonRows />}
      {rules && rules.length > 0 && (
        <>
          <DataTable
            label={say(words.title)}
            rows={rules}
            columns={columnsOf(rules, setEdited)}
            keyOf={({ id }) => String(id)}
            nameOf={nameOf}
          />
          <Panel title={say(words.testTitle)}>
            <RuleTest nameOf={nameOf} />
          </Panel>
        </>
      )}
      {rules?.length === 0 && <EmptyState Icon={IconShield} title={say(words.none)} text={say(words.noneText)} />}
      <SidePanel
        opened={edited !== undefined || (state.add === 'yes' && refusal === undefined && rules !== undefined)}
        title={say(edited ? words.edit : words.add)}
        onClose={closed}
      >
        <RuleForm
          key={edited?.id}
          of={edited}
          save={(body) => (edited ? update(edited, body) : create(body))}
          priority={lastPriority(rules ?? [], limits.firewall.priorityMost)}
          onDone={closed}
        />
      </SidePanel>
    </Stack>
  )
}
