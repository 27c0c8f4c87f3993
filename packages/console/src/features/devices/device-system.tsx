import { Text } from '@mantine/core'
import type { Device } from '@sshore/contract'

/** Operating system and architecture, as far as the device told. */
export function DeviceSystem({ device: { info } }: { readonly device: Pick<Device, 'info'> }) {
  const details = [info.arch, info.platform === 'native' ? '' : info.platform, info.version && `agent ${info.version}`]
  return (
    <div>
      <Text size='sm'>{info.pretty_name || info.id || 'Unknown system'}</Text>
      <Text size='xs' c='dimmed'>
        {details.filter((detail) => detail !== '').join(' · ')}
      </Text>
    </div>
  )
}
