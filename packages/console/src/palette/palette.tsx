// Ctrl+K: every page, device and frequent action, found by typing.
import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { useChoices } from './choices.ts'

const words = {
  title: phrase('Go to a page, a device or an action', 'Ir para uma página, um dispositivo ou uma ação'),
  type: phrase('Type a page, a device or an action', 'Digite uma página, um dispositivo ou uma ação'),
  none: phrase('Nothing of that name.', 'Nada com esse nome.'),
}

/** The keys go on beyond what is seen. */
const showCurrent = (choice: HTMLElement | null): void => choice?.scrollIntoView({ block: 'nearest' })

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const say = useText()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const choices = useChoices(text.trim())
  const current = choices[Math.min(at, choices.length - 1)]

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      onClose()
      current.run()
    }
  }

  return (
    <Modal.Root opened onClose={onClose} yOffset='12vh'>
      <Modal.Overlay />
      <Modal.Content aria-label={say(words.title)}>
        <Modal.Body p={0}>
          <TextInput
            className='palette-input'
            variant='unstyled'
            size='md'
            data-autofocus
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- WAI-ARIA's combobox: a datalist cannot run what is chosen
            role='combobox'
            aria-label={say(words.type)}
            aria-expanded
            aria-controls={list}
            aria-activedescendant={current && `${list}-${current.key}`}
            placeholder={say(words.type)}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={text}
            onKeyDown={onKey}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setAt(0)
            }}
          />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the combobox above, which is none of the browser's */}
          <div id={list} role='listbox' aria-label={say(words.title)} className='palette-list'>
            {choices.map((choice) => (
              <div
                key={choice.key}
                ref={choice === current ? showCurrent : undefined}
                id={`${list}-${choice.key}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the combobox above, which is none of the browser's
                role='option'
                tabIndex={-1}
                aria-selected={choice === current}
                className='palette-choice'
                onMouseMove={() => setAt(choices.indexOf(choice))}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  onClose()
                  choice.run()
                }}
                onKeyDown={onKey}
              >
                <choice.Icon size={17} aria-hidden />
                <span className='grow'>{choice.label}</span>
                <span className='palette-kind'>{choice.kind}</span>
              </div>
            ))}
          </div>
          {choices.length === 0 && <p className='palette-none'>{say(words.none)}</p>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
