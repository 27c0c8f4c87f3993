import { Alert, Progress, Stack, Text } from '@mantine/core'
import type { Namespace } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useNamespace } from '../namespaces/namespaces.ts'
import { useTakenSlots, useVerdict } from './billing.ts'
import { Customer } from './customer.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { NewCustomer } from './new-customer.tsx'
import { words } from './words.ts'

interface UsageProps {
  readonly namespace: Namespace
  readonly mayAccept: boolean
}

/** How much of what is free is used up, and what is left. */
function Usage({ namespace: { devices_count: used, max_devices: most, billing }, mayAccept }: UsageProps) {
  const say = useText()
  const limited = most >= 0 && billing?.active !== true
  const { data: taken = 0 } = useTakenSlots(limited)
  if (!limited) return <Text size='sm'>{say(words.usedFreely)(used)}</Text>
  const left = Math.max(most - used - taken, 1)
  return (
    <Stack gap='xs'>
      <Text size='sm' fw={600}>
        {say(words.used)(used, most)}
      </Text>
      <Progress
        value={Math.min((used / Math.max(most, 1)) * 100, 100)}
        color={used > most ? 'red' : 'sea'}
        aria-label={say(words.used)(used, most)}
      />
      <Text size='sm' c='dimmed'>
        {mayAccept ? say(words.left)(left) : say(words.full)} {say(words.removedCount)}
      </Text>
    </Stack>
  )
}

function Owned({ namespace }: { readonly namespace: Namespace }) {
  const isCustomer = namespace.billing !== null && namespace.billing.customer_id !== ''
  return isCustomer ? <Customer /> : <NewCustomer />
}

export function BillingPage() {
  const say = useText()
  const { data: namespace, error: noNamespace, refetch } = useNamespace()
  const { data: verdict, error: noVerdict, refetch: askAgain } = useVerdict()
  const refusal = useRefusal('billing:details')
  const error = noNamespace ?? noVerdict
  const again = () => void Promise.all([refetch(), askAgain()])
  const stuck = verdict?.can_connect === false
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={again} />}
      {(!namespace || !verdict) && !error && <SkeletonRows />}
      {namespace && verdict && (
        <>
          {stuck && (
            <Alert color='red' variant='light' title={say(words.over)}>
              {say(refusal === undefined ? words.overText : words.overOthers)}
            </Alert>
          )}
          <Panel title={say(words.devices)}>
            <Usage namespace={namespace} mayAccept={verdict.can_accept} />
          </Panel>
          {stuck && refusal === undefined && <DeviceChoice most={namespace.max_devices} />}
          {refusal === undefined ? (
            <Owned namespace={namespace} />
          ) : (
            <Text size='sm' c='dimmed'>
              {say(words.ownerOnly)} {refusal}
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
