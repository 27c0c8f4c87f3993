// The button in the navigation bar, and all ways that open the search window.
import { type KeyboardEvent, lazy, Suspense, use, useCallback, useEffect, useRef, useState } from 'react'
import { SearchWindowContext } from '../../../../src/search/search-window.ts'
import { searchTexts } from '../../../../src/search/texts.ts'
import './search-bar.css'

const loadWindow = () => import('@theme/SearchModal')
const SearchModal = lazy(loadWindow)

const editable = 'input, textarea, select, [contenteditable=true]'
const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(editable) !== null

/** A key that stands for one character. Space and Enter press the button. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && key !== '/' && !ctrlKey && !metaKey && !altKey

function useOpeningKeys(open: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isEditable(event.target)
      if (!isCommand && !isSlash) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
}

function useMacKeys(): boolean {
  const [isMac, setMac] = useState(false)
  useEffect(() => setMac(/mac|iphone|ipad/i.test(navigator.platform)), [])
  return isMac
}

export default function SearchBar() {
  const texts = searchTexts()
  const button = useRef<HTMLButtonElement>(null)
  const { query, onQuery } = use(SearchWindowContext)
  const isOpen = query !== undefined
  const wasOpen = useRef(false)
  const open = useCallback(() => onQuery(query ?? ''), [query, onQuery])
  useOpeningKeys(open)
  const isMac = useMacKeys()

  // The button is inert while the window is open; it takes the focus back when the window is gone.
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        type='button'
        className='search-button'
        aria-haspopup='dialog'
        aria-keyshortcuts='Control+K Meta+K /'
        onClick={open}
        onFocus={() => void loadWindow()}
        onMouseEnter={() => void loadWindow()}
        onKeyDown={(event) => {
          if (!isText(event)) return
          event.preventDefault()
          onQuery(event.key)
        }}
      >
        <svg width='16' height='16' viewBox='0 0 16 16' aria-hidden='true'>
          <circle cx='7' cy='7' r='4.5' fill='none' stroke='currentColor' strokeWidth='1.6' />
          <path d='M10.5 10.5L14 14' stroke='currentColor' strokeWidth='1.6' strokeLinecap='round' />
        </svg>
        <span className='search-button-text'>{texts.button}</span>
        <kbd aria-hidden='true'>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchModal query={query} onQuery={onQuery} onClose={() => onQuery(undefined)} />
        </Suspense>
      )}
    </>
  )
}
