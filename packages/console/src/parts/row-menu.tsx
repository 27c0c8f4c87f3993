import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

const looks = { variant: 'subtle', color: 'gray' } as const

interface RowMenuProps {
  readonly name: string
  readonly children: ReactNode
}

function OpenedMenu({ name, children }: RowMenuProps) {
  const say = useText()
  const [isOpened, setOpened] = useState(false)
  // The button took the place of the one that was pressed. It is opened once it has the focus: a menu that closes gives the focus
  // back to what had it before.
  const arrive = useCallback((button: HTMLButtonElement | null) => {
    button?.focus()
    if (button) setOpened(true)
  }, [])
  return (
    <Menu position='bottom-end' width={230} opened={isOpened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon {...looks} aria-label={say(usual.more)(name)} ref={arrive}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** What can be done to one thing of a list. The menu is made when somebody asks for it: a list has many, and few are opened. */
export function RowMenu({ name, children }: RowMenuProps) {
  const say = useText()
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <OpenedMenu name={name}>{children}</OpenedMenu>
  return (
    <ActionIcon
      {...looks}
      aria-label={say(usual.more)(name)}
      aria-haspopup='menu'
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
}
