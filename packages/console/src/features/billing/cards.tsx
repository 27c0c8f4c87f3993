import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { PaymentMethod } from '@sshore/contract'
import { IconCreditCard, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { Panel } from '../../parts/panel.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { useBillingChanges } from './billing.ts'
import { words } from './words.ts'

function Card({ method }: { readonly method: PaymentMethod }) {
  const say = useText()
  const attempt = useAttempt()
  const { makeDefault, detach } = useBillingChanges()
  const [asking, setAsking] = useState(false)
  const { id, brand, number, exp_month, exp_year } = method
  const name = say(words.card)(brand, number)
  return (
    <Group component='li' justify='space-between' wrap='nowrap' gap='sm'>
      <Group gap='sm' className='grow'>
        <IconCreditCard size={20} stroke={1.6} aria-hidden />
        <Text size='sm' fw={600} component='span'>
          {name}
        </Text>
        <Text size='sm' c='dimmed' component='span'>
          {say(words.expires)(`${String(exp_month).padStart(2, '0')}/${exp_year}`)}
        </Text>
        {method.default && <Badge variant='light'>{say(words.isDefault)}</Badge>}
      </Group>
      <RowMenu name={name}>
        {!method.default && (
          <GuardedItem
            refusal={undefined}
            Icon={IconCreditCard}
            onClick={() => void attempt(() => makeDefault(id), { done: say(words.madeDefault) })}
          >
            {say(words.makeDefault)}
          </GuardedItem>
        )}
        <GuardedItem refusal={undefined} danger Icon={IconTrash} onClick={() => setAsking(true)}>
          {say(usual.removeMore)}
        </GuardedItem>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={say(words.detachTitle)(name)}
        text={say(words.detachText)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(() => detach(id), { done: say(words.detached) })}
      />
    </Group>
  )
}

export function Cards({ methods }: { readonly methods: readonly PaymentMethod[] }) {
  const say = useText()
  const attempt = useAttempt()
  const { openPortal } = useBillingChanges()
  const portal = (
    <Button
      variant='default'
      size='xs'
      rightSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => void attempt(openPortal)}
    >
      {say(words.portal)}
    </Button>
  )
  return (
    <Panel title={say(words.cards)}>
      <Stack gap='sm'>
        {methods.length === 0 ? (
          <Text size='sm'>{say(words.noCards)}</Text>
        ) : (
          <Stack gap='xs' component='ul' className='lines'>
            {methods.map((method) => (
              <Card key={method.id} method={method} />
            ))}
          </Stack>
        )}
        <Group justify='space-between'>
          <Text size='sm' c='dimmed' flex='1 1 14rem'>
            {say(words.portalText)}
          </Text>
          {portal}
        </Group>
      </Stack>
    </Panel>
  )
}
