// Keys that the keyboard of a phone does not have.
import { useText } from '../../language/use-text.ts'
import { phrase } from '../../language/language.ts'
import type { Pane } from './pane-model.ts'
import { usePane } from './use-desk.ts'
import { words } from './words.ts'

const keys = [
  { label: 'Esc', name: phrase('Escape', 'Escape'), press: (pane: Pane) => pane.screen?.type('\u001B') },
  { label: 'Tab', name: phrase('Tab', 'Tab'), press: (pane: Pane) => pane.screen?.type('\t') },
  { label: '←', name: phrase('Left', 'Esquerda'), press: (pane: Pane) => pane.screen?.arrow('D') },
  { label: '↑', name: phrase('Up', 'Cima'), press: (pane: Pane) => pane.screen?.arrow('A') },
  { label: '↓', name: phrase('Down', 'Baixo'), press: (pane: Pane) => pane.screen?.arrow('B') },
  { label: '→', name: phrase('Right', 'Direita'), press: (pane: Pane) => pane.screen?.arrow('C') },
  { label: '|', name: phrase('Bar', 'Barra vertical'), press: (pane: Pane) => pane.screen?.type('|') },
  { label: '/', name: phrase('Slash', 'Barra'), press: (pane: Pane) => pane.screen?.type('/') },
  { label: '-', name: phrase('Minus', 'Menos'), press: (pane: Pane) => pane.screen?.type('-') },
  { label: '~', name: phrase('Tilde', 'Til'), press: (pane: Pane) => pane.screen?.type('~') },
] as const

export function KeyBar({ pane }: { readonly pane: Pane }) {
  const say = useText()
  const isHeld = usePane(pane).isControlHeld
  // The keyboard of the phone goes away when the terminal loses the focus.
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
  const [escape, tab, ...rest] = keys
  const button = ({ label, name, press }: (typeof keys)[number]) => (
    <button key={label} type='button' aria-label={say(name)} onMouseDown={keepFocus} onClick={() => press(pane)}>
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
