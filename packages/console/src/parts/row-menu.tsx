import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

/** The button took the place of the one that was pressed, so it is pressed again, by which its menu opens. */
function pressOnArrival(button: HTMLButtonElement | null): void {
  button?.focus()
  button?.click()
}

/** What can be done to one thing of a list. The menu is made when somebody asks for it: a list has many, and few are opened. */
export function RowMenu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const say = useText()
  const [isWanted, setWanted] = useState(false)
  const looks = { variant: 'subtle', color: 'gray', 'aria-label': say(usual.more)(name) } as const
  if (!isWanted) {
    return (
      <ActionIcon {...looks} aria-haspopup='menu' aria-expanded={false} onClick={() => setWanted(true)}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Menu position='bottom-end' width={230}>
      <Menu.Target>
        <ActionIcon {...looks} ref={pressOnArrival}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
