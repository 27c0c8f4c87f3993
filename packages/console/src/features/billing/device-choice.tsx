import { Checkbox, Group, Stack, Text } from '@mantine/core'
import type { Device, DeviceUid } from '@sshore/contract'
import { useState } from 'react'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useBillingChanges, useChoice } from './billing.ts'
import { words } from './words.ts'

interface ChoiceProps {
  readonly most: number
  readonly devices: readonly Device[]
  /** Those to begin with. */
  readonly used: readonly DeviceUid[]
}

function Choice({ most, devices, used }: ChoiceProps) {
  const say = useText()
  const attempt = useAttempt()
  const { choose } = useBillingChanges()
  const [chosen, setChosen] = useState<ReadonlySet<DeviceUid>>(new Set(used.slice(0, most)))
  const toggle = (uid: DeviceUid, on: boolean): void =>
    setChosen(new Set(on ? [...chosen, uid] : [...chosen].filter((each) => each !== uid)))
  const refusal = chosen.size === 0 ? words.atLeastOne : chosen.size > most ? words.tooMany : undefined
  return (
    <Stack>
      <Text size='sm'>{say(words.chooseText)(most)}</Text>
      <Stack gap='xs' className='device-choice'>
        {devices.map(({ uid, name, online }) => (
          <Checkbox
            key={uid}
            label={name}
            description={say(online ? words.online : words.offline)}
            checked={chosen.has(uid)}
            onChange={(event) => toggle(uid, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      <Group justify='space-between'>
        <Text size='sm' c='dimmed' component='output'>
          {say(words.chosen)(chosen.size, most)}
        </Text>
        <GuardedButton
          refusal={refusal && say(refusal)}
          onClick={() => void attempt(() => choose([...chosen]), { done: say(words.kept) })}
        >
          {say(words.keep)}
        </GuardedButton>
      </Group>
    </Stack>
  )
}

/** Which devices stay, where there are more than the plan allows. */
export function DeviceChoice({ most }: { readonly most: number }) {
  const say = useText()
  const { data, error, refetch } = useChoice(true)
  return (
    <Panel title={say(words.choose)}>
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && <Choice most={most} devices={data.devices} used={data.used} />}
    </Panel>
  )
}
