import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { currencies, isOverSubscription, type PaymentMethod, type Subscription } from '@sshore/contract'
import { useState } from 'react'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useBillingChanges } from './billing.ts'
import { statusNames, words } from './words.ts'

function Subscribe({ methods }: { readonly methods: readonly PaymentMethod[] }) {
  const say = useText()
  const attempt = useAttempt()
  const { subscribe } = useBillingChanges()
  const [currency, setCurrency] = useState(currencies[0] as (typeof currencies)[number])
  const [busy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    await attempt(() => subscribe(currency), { done: say(words.subscribed) })
    setBusy(false)
  }
  return (
    <Stack>
      <Text size='sm'>{say(words.noneText)}</Text>
      <Group justify='space-between' align='flex-end'>
        <NativeSelect
          label={say(words.currency)}
          value={currency}
          data={currencies.map((value) => ({ value, label: say(words[value]) }))}
          onChange={(event) => {
            const { value } = event.currentTarget
            setCurrency(currencies.find((each) => each === value) ?? currency)
          }}
        />
        <GuardedButton
          refusal={methods.length === 0 ? say(words.needsCard) : undefined}
          loading={busy}
          onClick={() => void send()}
        >
          {say(words.subscribe)}
        </GuardedButton>
      </Group>
    </Stack>
  )
}

function Running({ subscription: { status, end_at } }: { readonly subscription: Subscription }) {
  const say = useText()
  const attempt = useAttempt()
  const { subscribe, cancel } = useBillingChanges()
  const [asking, setAsking] = useState(false)
  const ending = status === 'to_cancel_at_end_of_period'
  return (
    <Group justify='space-between'>
      <Text size='sm' component='div'>
        {say(ending ? words.ends : words.renews)} <Moment time={new Date(end_at * 1000).toISOString()} />
      </Text>
      {ending ? (
        <Button onClick={() => void attempt(() => subscribe(), { done: say(words.subscribed) })}>
          {say(words.resume)}
        </Button>
      ) : (
        <Button variant='default' onClick={() => setAsking(true)}>
          {say(words.cancel)}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={say(words.cancelTitle)}
        text={say(words.cancelText)}
        action={say(words.cancelNow)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(cancel, { done: say(words.cancelled) })}
      />
    </Group>
  )
}

export interface SubscriptionPanelProps {
  readonly subscription: Subscription
  readonly methods: readonly PaymentMethod[]
}

export function SubscriptionPanel({ subscription, methods }: SubscriptionPanelProps) {
  const say = useText()
  const { status, active } = subscription
  const over = isOverSubscription(status)
  const badge = (
    <Badge variant='light' color={status === 'past_due' ? 'orange' : active ? 'sea' : 'gray'}>
      {say(statusNames[status])}
    </Badge>
  )
  return (
    <Panel title={say(words.subscription)} action={badge}>
      {over ? <Subscribe methods={methods} /> : <Running subscription={subscription} />}
    </Panel>
  )
}
