import { ActionIcon, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconClipboard,
  IconCopy,
  IconFolder,
  IconLayoutColumns,
  IconLayoutRows,
  IconSearch,
} from '@tabler/icons-react'
import { useConsole } from '../../console-context.ts'
import { useText } from '../../language/use-text.ts'
import type { Desk } from './desk.ts'
import { LookMenu } from './look-menu.tsx'
import type { Pane } from './pane-model.ts'
import { words } from './words.ts'

export interface ToolbarProps {
  readonly desk: Desk
  readonly pane: Pane
  readonly isFull: boolean
  readonly onFull: () => void
  readonly hasFiles: boolean
  readonly onFiles: () => void
}

interface ToolProps {
  readonly label: string
  readonly Icon: Icon
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly wideOnly?: boolean
  readonly onClick: () => void
}

const Tool = ({ label, Icon: ToolIcon, pressed, disabled = false, wideOnly = false, onClick }: ToolProps) => (
  <Tooltip label={label} withinPortal={false}>
    <ActionIcon
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? 'sea' : 'gray'}
      size='lg'
      className={wideOnly ? 'wide-only' : undefined}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <ToolIcon size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

/** What can be done with the pane that has the keyboard. */
export function Toolbar({ desk, pane, isFull, onFull, hasFiles, onFiles }: ToolbarProps) {
  const say = useText()
  const { notices } = useConsole()
  const runs = pane.state().kind === 'running'

  async function copy(): Promise<void> {
    const isDone = (await pane.screen?.copy()) === true
    notices.add({ tone: isDone ? 'done' : 'failed', text: say(isDone ? words.copied : words.nothingSelected) })
    pane.screen?.focus()
  }
  async function paste(): Promise<void> {
    try {
      pane.screen?.paste(await navigator.clipboard.readText())
    } catch {
      notices.add({ tone: 'failed', text: say(words.cannotPaste) })
    }
    pane.screen?.focus()
  }

  return (
    <div className='terminal-tools'>
      <Tool
        label={say(words.files)}
        Icon={IconFolder}
        pressed={hasFiles}
        disabled={!runs && !hasFiles}
        onClick={onFiles}
      />
      <Tool label={say(words.copy)} Icon={IconCopy} onClick={() => void copy()} />
      <Tool label={say(words.paste)} Icon={IconClipboard} disabled={!runs} onClick={() => void paste()} />
      <Tool
        label={say(words.find)}
        Icon={IconSearch}
        pressed={pane.isFinding}
        onClick={() => pane.find(!pane.isFinding)}
      />
      <Tool
        wideOnly
        label={say(words.splitRight)}
        Icon={IconLayoutColumns}
        onClick={() => desk.split(pane.id, 'row')}
      />
      <Tool
        wideOnly
        label={say(words.splitBelow)}
        Icon={IconLayoutRows}
        onClick={() => desk.split(pane.id, 'column')}
      />
      <LookMenu />
      <Tool
        label={say(isFull ? words.notFull : words.full)}
        Icon={isFull ? IconArrowsMinimize : IconArrowsMaximize}
        onClick={onFull}
      />
    </div>
  )
}
