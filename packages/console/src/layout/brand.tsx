import { Group, Text } from '@mantine/core'
import mark from './brand.svg'

export function Brand({ size = 28 }: { readonly size?: number }) {
  return (
    <Group gap={10} wrap='nowrap'>
      <img src={mark} width={size} height={size} alt='' />
      <Text fw={650} size={size > 30 ? 'xl' : 'lg'} lts='-0.01em'>
        Sshore
      </Text>
    </Group>
  )
}
