import { Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { words } from './words.ts'

/** Operating system and architecture, as far as the device told. */
export function DeviceSystem({ device: { info } }: { readonly device: Pick<Device, 'info'> }) {
  const say = useText()
  const version = info.version && say(words.agent)(info.version)
  const details = [info.arch, info.platform === 'native' ? '' : info.platform, version]
  return (
    <div>
      <Text size='sm'>{info.pretty_name || info.id || say(words.unknownSystem)}</Text>
      <Text size='xs' c='dimmed'>
        {details.filter((detail) => detail !== '').join(' · ')}
      </Text>
    </div>
  )
}
