import { Menu, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface GuardedItemProps {
  /** Why it cannot be chosen. */
  readonly refusal: string | undefined
  readonly Icon: Icon
  readonly danger?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export function GuardedItem({ refusal, Icon, danger = false, onClick, children }: GuardedItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      disabled={refusal !== undefined}
      onClick={onClick}
      {...(danger ? { color: 'var(--mantine-color-error)' } : {})}
    >
      {children}
      {refusal !== undefined && (
        <Text size='xs' component='span' display='block'>
          {refusal}
        </Text>
      )}
    </Menu.Item>
  )
}
