import { Skeleton, Text } from '@mantine/core'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { Link, PlainLink } from '../../navigation.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { DeviceActions } from '../devices/device-actions.tsx'
import { useDevicePage } from '../devices/device-list.ts'
import { DeviceState } from '../devices/device-state.tsx'
import { tabs } from '../devices/tabs.ts'
import { words as deviceWords } from '../devices/words.ts'

const words = {
  title: phrase('Pending devices', 'Dispositivos pendentes'),
  nobody: phrase(
    'No device is waiting. One that runs the agent for this namespace appears here, to be accepted.',
    'Nenhum dispositivo esperando. Um que executa o agente para este namespace aparece aqui, para ser aceito.',
  ),
  all: phrase(
    (count: number) => `All ${count} that wait`,
    (count) => `Todos os ${count} pendentes`,
  ),
  code: phrase('Accept by code', 'Aceitar por código'),
}
const shownAtMost = 5

/** Devices that have asked to be let in, to be decided on the spot. */
export function Waiting() {
  const say = useText()
  const { data, error, refetch } = useDevicePage('device', tabs[1], {})
  return (
    <Panel
      title={say(words.title)}
      action={
        <Link to='/accept-device' size='sm'>
          {say(words.code)}
        </Link>
      }
    >
      {error && !data && <Trouble title={say(deviceWords.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={52} />}
      {data && data.rows.length === 0 && (
        <Text size='sm' c='dimmed'>
          {say(words.nobody)}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <ul className='lines wrap-lines'>
          {data.rows.slice(0, shownAtMost).map((device) => (
            <li key={device.uid}>
              <div className='grow'>
                <PlainLink className='row-link' to='/devices/$uid' params={{ uid: device.uid }}>
                  {device.name}
                </PlainLink>
                <DeviceState device={device} />
              </div>
              <DeviceActions device={device} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > shownAtMost && (
        <Text size='sm' mt='sm'>
          <Link to='/devices' search={{ status: 'pending' }}>
            {say(words.all)(data.total)}
          </Link>
        </Text>
      )}
    </Panel>
  )
}
