import { ActionIcon, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import type { Pane } from './pane-model.ts'

const words = {
  find: phrase('Find in the terminal', 'Pesquisar no terminal'),
  next: phrase('Next', 'Próximo'),
  previous: phrase('Previous', 'Anterior'),
  close: phrase('Close the search', 'Fechar a pesquisa'),
  none: phrase('Not found', 'Não encontrado'),
}

export function FindBar({ pane }: { readonly pane: Pane }) {
  const say = useText()
  const [text, setText] = useState('')
  const [found, setFound] = useState(true)
  const look = (wanted: string, forward: boolean, incremental = false): void =>
    setFound(pane.screen?.find(wanted, forward, incremental) ?? false)
  function close(): void {
    pane.screen?.find('', true)
    pane.find(false)
    pane.screen?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') look(text, event.shiftKey)
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <div className='terminal-find'>
      <TextInput
        size='xs'
        aria-label={say(words.find)}
        placeholder={say(words.find)}
        ref={focusOnArrival}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value)
          look(event.currentTarget.value, false)
        }}
      />
      <Text size='xs' component='output'>
        {!found && say(words.none)}
      </Text>
      <ActionIcon variant='subtle' color='gray' aria-label={say(words.previous)} onClick={() => look(text, false)}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant='subtle' color='gray' aria-label={say(words.next)} onClick={() => look(text, true)}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant='subtle' color='gray' aria-label={say(words.close)} onClick={close}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
