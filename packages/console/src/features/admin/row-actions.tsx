import { Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { useAdminChange } from './administration.ts'
import { admin } from './words.ts'

export interface RowActionsProps {
  readonly name: string
  /** What removing takes with it. */
  readonly text: ReactNode
  /** Why it cannot be removed. */
  readonly refusal?: string | undefined
  readonly remove: () => Promise<unknown>
  /** Told when it is gone. */
  readonly removed: string
  /** What else can be done, before that. */
  readonly children?: ReactNode
}

/** The menu of one thing of a list of the whole server, which ends with removing it. */
export function RowActions({ name, text, refusal, remove, removed, children }: RowActionsProps) {
  const say = useText()
  const change = useAdminChange()
  const [asking, setAsking] = useState(false)
  return (
    <Group justify='flex-end'>
      <RowMenu name={name}>
        {children}
        <GuardedItem refusal={refusal} danger Icon={IconTrash} onClick={() => setAsking(true)}>
          {say(usual.removeMore)}
        </GuardedItem>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={say(admin.removeTitle)(name)}
        text={text}
        onClose={() => setAsking(false)}
        onConfirm={() => void change(remove, removed)}
      />
    </Group>
  )
}
