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

/** By hand: an item sets the attribute itself, together with what takes it out of reach of the keyboard. */
const refuse = (item: HTMLElement | null): void => item?.setAttribute('aria-disabled', 'true')

/** Whoever may not choose it still comes to it, by keyboard too, so that the reason can be read. */
export function GuardedItem({ refusal, Icon, danger = false, onClick, children }: GuardedItemProps) {
  const refused = refusal !== undefined
  return (
    <Menu.Item
      key={String(refused)}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => {
        if (!refused) onClick()
      }}
      {...(refused ? { ref: refuse, closeMenuOnClick: false, className: 'refused-item' } : {})}
      {...(danger && !refused ? { color: 'var(--mantine-color-error)' } : {})}
    >
      {children}
      {refused && (
        <Text size='xs' component='span' display='block'>
          {refusal}
        </Text>
      )}
    </Menu.Item>
  )
}
