import { Group, Paper, Stack, Text } from '@mantine/core'
import { DeviceActions } from './device-actions.tsx'
import { DeviceName } from './device-name.tsx'
import { DeviceState } from './device-state.tsx'
import { DeviceSystem } from './device-system.tsx'
import type { DevicesProps } from './device-table.tsx'
import { Reaching } from './reaching.tsx'

/** The same as the table, for narrow screens. */
export function DeviceCards({ status, devices }: DevicesProps) {
  return (
    <Stack component='ul' className='device-cards' gap='sm'>
      {devices.map((device) => (
        <Paper component='li' key={device.uid} className='card' p='md'>
          <Stack gap='sm'>
            <Group justify='space-between' align='flex-start' wrap='nowrap'>
              <div className='grow'>
                <DeviceName device={device} />
                <DeviceState device={device} />
              </div>
              {status === 'accepted' && <DeviceActions device={device} />}
            </Group>
            <DeviceSystem device={device} />
            {status === 'accepted' ? (
              <Reaching device={device} />
            ) : (
              <>
                <Text size='xs' c='dimmed'>
                  <span className='code'>{device.identity.mac}</span> from {device.remote_addr}
                </Text>
                <DeviceActions device={device} />
              </>
            )}
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
