import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { useArrivals } from './arrivals.ts'
import { useDeviceChanges } from './device-changes.ts'
import { DeviceState } from './device-state.tsx'
import { DeviceSystem } from './device-system.tsx'
import { LoginName } from './login-name.tsx'
import { Reaching } from './reaching.tsx'
import { words } from './words.ts'

const waiting = phrase(
  'Waiting for the device. It appears here by itself.',
  'Esperando o dispositivo. Ele aparece aqui sozinho.',
)

/** Devices as they come in, from the first sign of life to the line that opens a shell. */
export function Arrivals() {
  const say = useText()
  const arrivals = useArrivals()
  const { decide } = useDeviceChanges()
  const refusal = useRefusal('device:accept')
  const ready = arrivals.some(({ status }) => status === 'accepted')
  return (
    <Stack gap='sm' aria-live='polite'>
      {arrivals.length === 0 ? (
        <Group className='waiting' gap='sm' wrap='nowrap'>
          <span className='beacon' aria-hidden />
          <Text size='sm' c='dimmed'>
            {say(waiting)}
          </Text>
        </Group>
      ) : (
        arrivals.map((device) => (
          <Paper key={device.uid} className='card' p='md'>
            <Stack gap='sm'>
              <Group justify='space-between' wrap='nowrap' align='flex-start'>
                <div className='grow'>
                  <Text fw={600} size='sm' truncate>
                    {device.name}
                  </Text>
                  <DeviceState device={device} />
                </div>
                {device.status !== 'accepted' && (
                  <GuardedButton
                    size='xs'
                    refusal={refusal}
                    leftSection={<IconCheck size={14} aria-hidden />}
                    aria-label={say(words.acceptOne)(device.name)}
                    onClick={() => void decide([device], 'accept')}
                  >
                    {say(words.accept)}
                  </GuardedButton>
                )}
              </Group>
              {device.status === 'accepted' ? (
                <Reaching device={device} oneLine={false} />
              ) : (
                <DeviceSystem device={device} />
              )}
            </Stack>
          </Paper>
        ))
      )}
      {ready && <LoginName />}
    </Stack>
  )
}
