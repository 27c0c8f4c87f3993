// What a list says of a rule.
import { Badge, Group, Text } from '@mantine/core'
import type { FirewallRule } from '@sshore/contract'
import { everything } from '../../parts/everything.ts'
import { useText } from '../../language/use-text.ts'
import { words } from './words.ts'

function Pattern({ text, of }: { readonly text: string; readonly of: string }) {
  return text === everything ? of : <span className='code'>{text}</span>
}

export function What({ rule }: { readonly rule: FirewallRule }) {
  const say = useText()
  return (
    <Group gap='sm' wrap='nowrap' component='span'>
      <Badge variant='light' color={rule.action === 'allow' ? 'sea' : 'red'} miw='4.5rem'>
        {say(words[rule.action])}
      </Badge>
      <Text size='sm' fw={600} component='span' {...(rule.active ? {} : { c: 'dimmed' })}>
        {say(words.rule)(rule.id)}
      </Text>
    </Group>
  )
}

export function Source({ rule }: { readonly rule: FirewallRule }) {
  return <Pattern text={rule.source_ip} of={useText()(words.anywhere)} />
}

export function Logins({ rule }: { readonly rule: FirewallRule }) {
  return <Pattern text={rule.username} of={useText()(words.anyLogin)} />
}
