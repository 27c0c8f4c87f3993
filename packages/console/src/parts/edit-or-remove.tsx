import type { Permission } from '@sshore/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { useAttempt } from './attempt.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { GuardedItem } from './guarded-item.tsx'
import { useRefusal } from './permission.ts'
import { RowMenu } from './row-menu.tsx'

export interface EditOrRemoveProps {
  readonly name: string
  readonly mayEdit: Permission
  readonly mayRemove: Permission
  readonly onEdit: () => void
  readonly remove: () => Promise<unknown>
  /** Asked before it is removed: what it takes with it. */
  readonly title: string
  readonly text: ReactNode
  /** Told when it is gone. */
  readonly removed: string
}

/** The menu of one thing of a list that is edited beside it and removed after a question. */
export function EditOrRemove({ name, mayEdit, mayRemove, onEdit, remove, title, text, removed }: EditOrRemoveProps) {
  const say = useText()
  const attempt = useAttempt()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <RowMenu name={name}>
        <GuardedItem refusal={useRefusal(mayEdit)} Icon={IconPencil} onClick={onEdit}>
          {say(usual.edit)}
        </GuardedItem>
        <GuardedItem refusal={useRefusal(mayRemove)} danger Icon={IconTrash} onClick={() => setAsking(true)}>
          {say(usual.removeMore)}
        </GuardedItem>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={title}
        text={text}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(remove, { done: removed })}
      />
    </>
  )
}
