import { Button, Group, Stack, Text } from '@mantine/core'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { Panel } from '../../parts/panel.tsx'
import { useBillingChanges } from './billing.ts'
import { useState } from 'react'
import { words } from './words.ts'

/** Before the payment provider knows of the namespace. */
export function NewCustomer() {
  const say = useText()
  const attempt = useAttempt()
  const { begin } = useBillingChanges()
  const [busy, setBusy] = useState(false)
  async function start(): Promise<void> {
    setBusy(true)
    await attempt(begin, { done: say(words.begun) })
    setBusy(false)
  }
  return (
    <Panel title={say(words.subscription)}>
      <Stack>
        <Text size='sm'>{say(words.noneText)}</Text>
        <Group justify='space-between'>
          <Text size='sm' c='dimmed' className='grow'>
            {say(words.beginText)}
          </Text>
          <Button loading={busy} onClick={() => void start()}>
            {say(words.begin)}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
