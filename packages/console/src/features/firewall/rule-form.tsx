import { SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core'
import { contract, type FirewallRule } from '@sshore/contract'
import {
  DeviceFilter,
  deviceFilterOf,
  deviceFilterRule,
  type DeviceFilterValues,
  deviceFilterValues,
} from '../../forms/device-filter.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { everything } from '../../parts/everything.ts'
import type { RuleChoices } from './firewall-rules.ts'
import { words } from './words.ts'

interface Values extends DeviceFilterValues {
  readonly action: RuleChoices['action']
  readonly active: boolean
  /** Undefined until somebody has typed one. */
  readonly priority: string | undefined
  readonly source_ip: string
  readonly username: string
}

export interface RuleFormProps {
  /** To be changed; without it a new one is made. */
  readonly of?: FirewallRule | undefined
  /** Of a new one, unless another is typed; undefined while it is not known. */
  readonly priority: number | undefined
  readonly save: (body: RuleChoices) => Promise<void>
  /** The rule is of another namespace than that of the user. */
  readonly elsewhere?: boolean
  readonly onDone: () => void
}

export function RuleForm({ of: known, priority, save, elsewhere = false, onDone }: RuleFormProps) {
  const say = useText()
  const usualPriority = String(known?.priority ?? priority ?? '')
  const { form, field, values, change, errorOf, busy, trouble } = useForm<Values, RuleChoices>({
    initial: {
      action: known?.action ?? 'deny',
      active: known?.active ?? true,
      priority: undefined,
      source_ip: known?.source_ip ?? everything,
      username: known?.username ?? everything,
      ...deviceFilterValues(known?.filter),
    },
    schema: contract.createFirewallRule.body,
    bodyOf: (entered) => ({
      action: entered.action,
      active: entered.active,
      priority: Number((entered.priority ?? usualPriority).trim() || Number.NaN),
      source_ip: entered.source_ip,
      username: entered.username,
      filter: deviceFilterOf(entered),
    }),
    rules: {
      source_ip: words.sourceText,
      username: words.loginsText,
      priority: words.priorityRule,
      filter: deviceFilterRule,
    },
    async send(body) {
      await save(body)
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <div>
          <Text size='sm' fw={600} mb={4} id='rule-action'>
            {say(words.action)}
          </Text>
          <SegmentedControl
            aria-labelledby='rule-action'
            data={[
              { value: 'allow', label: say(words.allow) },
              { value: 'deny', label: say(words.deny) },
            ]}
            value={values.action}
            onChange={(action) => change({ action: action === 'allow' ? 'allow' : 'deny' })}
          />
        </div>
        <TextInput
          label={say(words.source)}
          description={say(words.sourceText)}
          className='code-input'
          spellCheck={false}
          autoComplete='off'
          {...field('source_ip')}
        />
        <TextInput
          label={say(words.logins)}
          description={say(words.loginsText)}
          className='code-input'
          spellCheck={false}
          autoComplete='off'
          {...field('username')}
        />
        <DeviceFilter
          label={say(words.devices)}
          values={values}
          change={change}
          errorOf={errorOf}
          elsewhere={elsewhere}
        />
        <TextInput
          label={say(words.priority)}
          description={say(words.priorityText)}
          inputMode='numeric'
          autoComplete='off'
          {...field('priority')}
          value={values.priority ?? usualPriority}
        />
        <Switch
          label={say(words.active)}
          description={say(words.activeText)}
          checked={values.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
