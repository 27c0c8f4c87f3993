import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { contract, type DeviceUid, type FirewallRule, type ReplyOf } from '@sshore/contract'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useText } from '../../language/use-text.ts'
import { DevicePicker } from '../devices/device-picker.tsx'
import { type Question, useVerdict } from './firewall-rules.ts'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

type Verdict = ReplyOf<typeof contract.evaluateFirewall>

interface Given {
  readonly to: Partial<Question>
  readonly verdict: Verdict
}

interface Values {
  readonly device: DeviceUid | undefined
  readonly username: string
  readonly source_ip: string
}

function Answer({ verdict, nameOf }: { readonly verdict: Verdict; readonly nameOf: (rule: FirewallRule) => string }) {
  const say = useText()
  const { allowed, rule, reason } = verdict
  const Icon = allowed ? IconShieldCheck : IconShieldX
  return (
    <Told
      tone={allowed ? 'good' : 'bad'}
      icon={<Icon aria-hidden />}
      title={say(allowed ? words.allowed : words.denied)}
    >
      <Text size='sm'>{rule ? say(words.by)(nameOf(rule)) : say(words.byNone)}</Text>
      {reason !== '' && <Text size='sm'>{reason}</Text>}
    </Told>
  )
}

/** Asks the rules about a connection that nobody makes. */
export function RuleTest({ nameOf }: { readonly nameOf: (rule: FirewallRule) => string }) {
  const say = useText()
  const ask = useVerdict()
  const [given, setGiven] = useState<Given>()
  const { form, field, values, change, errorOf, busy, trouble } = useForm<Values, Partial<Question>>({
    initial: { device: undefined, username: 'root', source_ip: '' },
    schema: contract.evaluateFirewall.query,
    bodyOf: ({ device, username, source_ip }) => ({ ...(device ? { device } : {}), username, source_ip }),
    rules: { source_ip: words.addressRule },
    async send(to) {
      const { device, username = '', source_ip = '' } = to
      setGiven(undefined)
      if (device) setGiven({ to, verdict: await ask({ device, username, source_ip }) })
    },
  })
  const isOfThese = (['device', 'username', 'source_ip'] as const).every((name) => given?.to[name] === values[name])
  return (
    <Stack gap='md'>
      <Text size='sm' c='dimmed'>
        {say(words.testText)}
      </Text>
      <form {...form}>
        <Group align='flex-start' gap='md' className='rule-test'>
          <DevicePicker
            value={values.device}
            error={errorOf('device', '-')}
            onChange={(device) => change({ device })}
          />
          <TextInput label={say(words.login)} spellCheck={false} autoComplete='off' {...field('username')} />
          <TextInput
            label={say(words.address)}
            placeholder='203.0.113.9'
            spellCheck={false}
            autoComplete='off'
            {...field('source_ip')}
          />
          <Button type='submit' variant='default' loading={busy} mt={25}>
            {say(words.ask)}
          </Button>
        </Group>
      </form>
      <FormTrouble text={trouble} />
      {given && isOfThese && <Answer verdict={given.verdict} nameOf={nameOf} />}
    </Stack>
  )
}
