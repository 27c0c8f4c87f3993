import { pathOf, type StoredHit, titleOf } from './hit.ts'
import type { StoredSearches } from './stored-searches.ts'
import type { SearchTexts } from './texts.ts'

interface Props {
  readonly texts: SearchTexts
  readonly stored: StoredSearches
  readonly onChoose: (hit: StoredHit) => void
  readonly onPromote: (hit: StoredHit) => void
  readonly onRemove: (hit: StoredHit) => void
}

/** Arrow keys lead from one to the next. */
function onKey(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = [...(event.currentTarget.closest('.search-body')?.querySelectorAll<HTMLElement>('[data-stored]') ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (next) next.focus()
  else if (step < 0) event.currentTarget.closest('dialog')?.querySelector('input')?.focus()
}

function StoredList({
  title,
  hits,
  ...given
}: Omit<Props, 'stored' | 'onPromote'> & {
  readonly title: string
  readonly hits: readonly StoredHit[]
  readonly onPromote?: (hit: StoredHit) => void
}) {
  const { texts, onChoose, onPromote, onRemove } = given
  if (hits.length === 0) return null
  return (
    <section className='search-group'>
      <h2 className='search-group-title'>{title}</h2>
      <ul className='search-stored'>
        {hits.map((hit) => (
          <li key={hit.objectID}>
            <a
              data-stored
              href={pathOf(hit.url, location.origin)}
              onKeyDown={onKey}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onChoose(hit)
              }}
            >
              <span className='search-hit-title'>{titleOf(hit)}</span>
              <span className='search-hit-text'>{hit.hierarchy.lvl0}</span>
            </a>
            {onPromote && (
              <button type='button' aria-label={`${texts.save}: ${titleOf(hit)}`} onClick={() => onPromote(hit)}>
                <svg width='18' height='18' viewBox='0 0 18 18' aria-hidden='true'>
                  <path
                    d='M9 2l2.1 4.5 4.9.6-3.6 3.4.9 4.9L9 13l-4.3 2.4.9-4.9L2 7.1l4.9-.6z'
                    fill='none'
                    stroke='currentColor'
                    strokeWidth='1.4'
                    strokeLinejoin='round'
                  />
                </svg>
              </button>
            )}
            <button type='button' aria-label={`${texts.remove}: ${titleOf(hit)}`} onClick={() => onRemove(hit)}>
              <svg width='18' height='18' viewBox='0 0 18 18' aria-hidden='true'>
                <path d='M5 5l8 8M13 5l-8 8' stroke='currentColor' strokeWidth='1.6' strokeLinecap='round' />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function StartScreen({ stored, onPromote, ...shared }: Props) {
  const { texts } = shared
  if (stored.recent.length + stored.favorite.length === 0) return <p className='search-quiet'>{texts.noRecent}</p>
  return (
    <>
      <StoredList {...shared} title={texts.recent} hits={stored.recent} onPromote={onPromote} />
      <StoredList {...shared} title={texts.favorite} hits={stored.favorite} />
    </>
  )
}
