import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

/** What can be done to one thing of a list. */
export function RowMenu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const say = useText()
  return (
    <Menu position='bottom-end' width={230}>
      <Menu.Target>
        <ActionIcon variant='subtle' color='gray' aria-label={say(usual.more)(name)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
