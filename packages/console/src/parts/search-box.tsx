import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { phrase } from '../language/language.ts'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { useTyped } from './use-typed.ts'

const restMilliseconds = 250
const clear = phrase('Clear the search', 'Limpar a pesquisa')

export interface SearchBoxProps {
  readonly label: string
  /** What is searched for now, from the address; undefined for nothing. */
  readonly text: string | undefined
  readonly onChange: (text: string | undefined) => void
}

/** Searches when typing rests; `/` leads here. */
export function SearchBox({ label, text = '', onChange }: SearchBoxProps) {
  const say = useText()
  const field = useRef<HTMLInputElement>(null)
  const { typed, type: write, tell } = useTyped(text)
  const search = useDebouncedCallback((wanted: string) => {
    tell(wanted)
    onChange(wanted || undefined)
  }, restMilliseconds)
  useHotkeys([['/', () => field.current?.focus()]])
  function type(next: string): void {
    write(next)
    search(next.trim())
  }
  return (
    <TextInput
      ref={field}
      className='search'
      aria-label={label}
      placeholder={say(usual.search)}
      spellCheck={false}
      autoComplete='off'
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <Kbd size='xs' className='wide-only' aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton size='sm' aria-label={say(clear)} onClick={() => type('')} />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type('')
      }}
    />
  )
}
