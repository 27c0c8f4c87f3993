import { Badge, Group, Text } from '@mantine/core'
import { type Connector, zeroTime } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { EditOrRemove } from '../../parts/edit-or-remove.tsx'
import { GuardedSwitch } from '../../parts/guarded-switch.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { nameOf, useEngine, useRefreshConnectors } from './connectors.ts'
import { states, words } from './words.ts'

/** What an engine that cannot be reached has to be like. */
const needsOf = ({ address, secure }: Connector) =>
  address.startsWith('unix://') ? words.needsSocket : secure ? words.needsTls : words.needsPort

export function State({ of: connector }: { readonly of: Connector }) {
  const say = useText()
  const { state, message, since } = connector.status
  const colour = { off: 'gray', connecting: 'orange', connected: 'sea', failed: 'red' } as const
  return (
    <div>
      <Group gap={6}>
        <Badge variant='light' color={colour[state]}>
          {say(states[state])}
        </Badge>
        {since !== zeroTime && (
          <Text size='xs' c='dimmed'>
            {say(words.since)} <Moment time={since} />
          </Text>
        )}
      </Group>
      {state !== 'off' && message !== '' && (
        <Text size='xs' mt={4}>
          {message}
        </Text>
      )}
      {state === 'failed' && (
        <Text size='xs' c='dimmed' mt={4}>
          {say(needsOf(connector))}
        </Text>
      )}
    </div>
  )
}

/** Where it is, and what answers there. */
export function Engine({ of: connector }: { readonly of: Connector }) {
  const say = useText()
  const { data, error } = useEngine(connector)
  const lines = data && [
    [data.name, data.version, data.system].filter((word) => word !== '').join(' · ') || say(words.silent),
    say(words.containers)(data.containers, data.running),
  ]
  return (
    <div>
      <Text size='sm' fw={600} className='code'>
        {nameOf(connector)}
      </Text>
      {lines?.map((line) => (
        <Text key={line} size='xs' c='dimmed'>
          {line}
        </Text>
      ))}
      {error && (
        <Text size='xs' c='dimmed'>
          {say(words.silent)}
        </Text>
      )}
    </div>
  )
}

export function Enabled({ of: { uid, enable, ...rest } }: { readonly of: Connector }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const refresh = useRefreshConnectors()
  const refusal = useRefusal('connector:update')
  return (
    <GuardedSwitch
      refusal={refusal}
      label={`${say(words.enabled)}: ${nameOf(rest)}`}
      checked={enable}
      onChange={(on) =>
        void attempt(async () => {
          await client.updateConnector({ params: { uid }, body: { enable: on } })
          await refresh()
        })
      }
    />
  )
}

export function Actions({ of: connector, onEdit }: { readonly of: Connector; readonly onEdit: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefreshConnectors()
  return (
    <Group justify='flex-end'>
      <EditOrRemove
        name={nameOf(connector)}
        mayEdit='connector:update'
        mayRemove='connector:remove'
        onEdit={onEdit}
        remove={async () => {
          await client.deleteConnector({ params: { uid: connector.uid } })
          await refresh()
        }}
        title={say(words.removeTitle)(nameOf(connector))}
        text={say(words.removeText)}
        removed={say(words.removed)}
      />
    </Group>
  )
}
