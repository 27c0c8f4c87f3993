import { ActionIcon, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment, useRef, useState } from 'react'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { copyTextOf } from './copy-text.ts'
import { Hint } from './hint.tsx'

const labels = {
  ready: phrase('Copy', 'Copiar'),
  copied: phrase('Copied', 'Copiado'),
  selected: phrase('Selected: press Ctrl+C or ⌘C', 'Selecionado: pressione Ctrl+C ou ⌘C'),
} as const
const copy = phrase(
  (name: string) => `Copy ${name}`,
  (name) => `Copiar ${name}`,
)

export interface CopyLineProps {
  readonly text: string
  /** What it is, for those who do not see it: "Copy " goes before it. */
  readonly name: string
  /** Cut off at the end of the line instead of going on in the next. */
  readonly oneLine?: boolean
}

/** Breaks between words where it can: an option cut in two at its hyphens is hard to read. */
function Words({ text }: { readonly text: string }) {
  return text.split(' ').map((word, at) => (
    <Fragment key={word}>
      {at > 0 && ' '}
      <span className='word'>{word}</span>
    </Fragment>
  ))
}

/** A command to copy. */
export function CopyLine({ text, name, oneLine = false }: CopyLineProps) {
  const say = useText()
  const line = useRef<HTMLElement>(null)
  const [state, setState] = useState<keyof typeof labels>('ready')
  async function take(): Promise<void> {
    if (!line.current) return
    setState((await copyTextOf(line.current)) ? 'copied' : 'selected')
    setTimeout(() => setState('ready'), 2000)
  }
  const Icon = state === 'copied' ? IconCheck : IconCopy
  return (
    <Group className='copy-line' gap={4} wrap='nowrap' data-one-line={oneLine || undefined}>
      <code ref={line} title={oneLine ? text : undefined}>
        {oneLine ? text : <Words text={text} />}
      </code>
      <Hint label={say(labels[state])} opened={state !== 'ready'}>
        <ActionIcon variant='subtle' color='gray' aria-label={say(copy)(name)} onClick={() => void take()}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Hint>
      <output className='unseen'>{state === 'ready' ? '' : say(labels[state])}</output>
    </Group>
  )
}
