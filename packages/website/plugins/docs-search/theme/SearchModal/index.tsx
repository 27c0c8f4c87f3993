// The search window: what was searched before, results while typing, and what to do when there are none.
import { useHistory } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { useEffect, useMemo, useRef, useState } from 'react'
import { hitsPerGroup, queryCharsMost } from '../../../../../docs-search/src/site-constants.ts'
import { ErrorScreen } from '../../../../src/search/error-screen.tsx'
import { groupsOf, pathOf, type SearchHit, type StoredHit } from '../../../../src/search/hit.ts'
import { NoResultsScreen } from '../../../../src/search/no-results-screen.tsx'
import { ResultsScreen, resultId } from '../../../../src/search/results-screen.tsx'
import { StartScreen } from '../../../../src/search/start-screen.tsx'
import { searchShelf, type StoredSearches } from '../../../../src/search/stored-searches.ts'
import { searchTexts } from '../../../../src/search/texts.ts'
import { useSearch } from '../../../../src/search/use-search.ts'
import { useSearchSettings } from '../../../../src/search/use-search-client.ts'
import { useSuggestions } from '../../../../src/search/use-suggestions.ts'
import './search-modal.css'

interface Props {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onClose: () => void
}

export default function SearchModal({ query, onQuery, onClose }: Props) {
  const texts = searchTexts()
  const history = useHistory()
  const { siteConfig } = useDocusaurusContext()
  const { indexName, remembers } = useSearchSettings()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(0)
  const { status, answer, problem } = useSearch(query)
  const shelf = useMemo(() => searchShelf(localStorageOrNone(), indexName, remembers), [indexName, remembers])
  const [stored, setStored] = useState<StoredSearches>(() => shelf.read())
  const groups = useMemo(() => groupsOf(answer?.hits ?? [], hitsPerGroup), [answer])
  const shown = useMemo(() => groups.flatMap(({ hits }) => hits), [groups])
  const suggestions = useSuggestions(groups)
  /** What Enter was pressed for while the answer was on its way: what is shown until then was asked before. */
  const hurried = useRef<string>(undefined)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    input.current?.setSelectionRange(queryCharsMost, queryCharsMost)
    return () => element?.close()
  }, [])
  useEffect(() => setActive(0), [answer])
  useEffect(() => {
    document.getElementById(resultId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const resultsPath = `${siteConfig.baseUrl}search?q=${encodeURIComponent(query)}`
  const go = (path: string): void => {
    onClose()
    if (URL.canParse(path)) location.assign(path)
    else history.push(path)
  }
  const choose = (hit: SearchHit | StoredHit): void => {
    setStored(shelf.remember(hit))
    go(pathOf(hit.url, location.origin))
  }
  const hasResults = shown.length > 0
  const isEmpty = query.trim() === ''
  const isUnderWay = status === 'loading' || status === 'stalled'

  useEffect(() => {
    if (isUnderWay) return
    const isWanted = hurried.current === query
    hurried.current = undefined
    const [best] = shown
    if (isWanted && best) choose(best)
  })

  const onInputKey = (event: React.KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (isEmpty) dialog.current?.querySelector<HTMLElement>('[data-stored]')?.focus()
      else if (hasResults) setActive((active + step + shown.length) % shown.length)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isEmpty) return
    event.preventDefault()
    const chosen = shown[active]
    if (isUnderWay) hurried.current = query
    else if (chosen) choose(chosen)
  }

  return (
    // The key and the click that close it are for the mouse and Escape; everything in it is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it.
    <dialog
      ref={dialog}
      className='search-modal'
      aria-label={texts.label}
      data-status={status}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className='search-box'>
        <div className='search-field'>
          <input
            ref={input}
            type='text'
            role='combobox'
            enterKeyHint='go'
            autoComplete='off'
            autoCapitalize='off'
            spellCheck={false}
            placeholder={texts.placeholder}
            aria-label={texts.label}
            aria-autocomplete='list'
            aria-expanded={hasResults}
            aria-controls='search-results'
            aria-activedescendant={hasResults ? resultId(active) : undefined}
            maxLength={queryCharsMost}
            value={query}
            onChange={({ target }) => onQuery(target.value.slice(0, queryCharsMost))}
            onKeyDown={onInputKey}
          />
          {isUnderWay && <span className='search-wait' data-stalled={status === 'stalled'} />}
          {query !== '' && (
            <button
              type='button'
              className='search-clear'
              aria-label={texts.clear}
              onClick={() => {
                onQuery('')
                input.current?.focus()
              }}
            >
              <svg width='14' height='14' viewBox='0 0 14 14' aria-hidden='true'>
                <path d='M2 2l10 10M12 2L2 12' stroke='currentColor' strokeWidth='1.6' strokeLinecap='round' />
              </svg>
            </button>
          )}
          <button type='button' className='search-close' onClick={onClose}>
            {texts.close}
          </button>
        </div>
        <div className='search-body'>
          <div role='status' className='visually-hidden'>
            {status === 'stalled'
              ? texts.searching
              : !isEmpty && answer && status === 'idle'
                ? texts.found(answer.count)
                : ''}
          </div>
          {isEmpty ? (
            <StartScreen
              texts={texts}
              stored={stored}
              onChoose={choose}
              onPromote={(hit) => setStored(shelf.promote(hit))}
              onRemove={(hit) => setStored(shelf.remove(hit))}
            />
          ) : status === 'error' ? (
            <ErrorScreen texts={texts} problem={problem} />
          ) : hasResults && answer ? (
            <ResultsScreen
              {...{ texts, groups, active, choose, setActive, resultsPath }}
              count={answer.count}
              onSeeAll={() => go(resultsPath)}
            />
          ) : (
            answer &&
            status === 'idle' && (
              <NoResultsScreen texts={texts} query={query} suggestions={suggestions} onTry={onQuery} />
            )
          )}
        </div>
        <div className='search-keys' aria-hidden='true'>
          <span>
            <kbd>↵</kbd> {texts.toSelect}
          </span>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.toNavigate}
          </span>
          <span>
            <kbd>Esc</kbd> {texts.toClose}
          </span>
        </div>
      </div>
    </dialog>
  )
}

/** Where storage is forbidden, asking for it fails already. */
function localStorageOrNone(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
