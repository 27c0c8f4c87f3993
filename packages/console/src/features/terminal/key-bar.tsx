// Keys that the keyboard of a phone does not have.
import { useText } from '../../language/use-text.ts'
import { type Phrase, phrase } from '../../language/language.ts'
import type { Pane } from './pane-model.ts'
import { usePane } from './use-desk.ts'
import { words } from './words.ts'

interface Key {
  readonly label: string
  /** Where the label is a sign. */
  readonly name?: Phrase
  readonly press: (pane: Pane) => void
}

const keys = [
  { label: 'Esc', press: (pane: Pane) => pane.screen?.type('\u001B') },
  { label: 'Tab', press: (pane: Pane) => pane.screen?.type('\t') },
  { label: '←', name: phrase('Left', 'Esquerda'), press: (pane: Pane) => pane.screen?.arrow('D') },
  { label: '↑', name: phrase('Up', 'Cima'), press: (pane: Pane) => pane.screen?.arrow('A') },
  { label: '↓', name: phrase('Down', 'Baixo'), press: (pane: Pane) => pane.screen?.arrow('B') },
  { label: '→', name: phrase('Right', 'Direita'), press: (pane: Pane) => pane.screen?.arrow('C') },
  { label: '|', press: (pane: Pane) => pane.screen?.type('|') },
  { label: '/', press: (pane: Pane) => pane.screen?.type('/') },
  { label: '-', press: (pane: Pane) => pane.screen?.type('-') },
  { label: '~', press: (pane: Pane) => pane.screen?.type('~') },
] as const satisfies readonly Key[]

export function KeyBar({ pane }: { readonly pane: Pane }) {
  const say = useText()
  const isHeld = usePane(pane).isControlHeld
  // The keyboard of the phone goes away when the terminal loses the focus.
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
  const [escape, tab, ...rest] = keys
  const button = ({ label, name, press }: Key) => (
    <button
      key={label}
      type='button'
      aria-label={name && say(name)}
      onMouseDown={keepFocus}
      onClick={() => press(pane)}
    >
      {label}
    </button>
  )
  return (
    <fieldset className='key-bar' aria-label={say(words.keys)}>
      {button(escape)}
      {button(tab)}
      <button type='button' aria-pressed={isHeld} onMouseDown={keepFocus} onClick={() => pane.holdControl(!isHeld)}>
        Ctrl
      </button>
      {rest.map(button)}
    </fieldset>
  )
}
