import { deepestLevel, type HitGroup, pathOf, type SearchHit, titleOf } from './hit.ts'
import { MarkedText } from './marked-text.tsx'
import type { SearchTexts } from './texts.ts'

export const resultId = (index: number): string => `search-result-${index}`

interface Props {
  readonly texts: SearchTexts
  readonly groups: readonly HitGroup[]
  readonly active: number
  readonly count: number
  readonly resultsPath: string
  readonly choose: (hit: SearchHit) => void
  readonly setActive: (index: number) => void
  readonly onSeeAll: () => void
}

/** The title with what was found in it. */
export function HitTitle({ hit }: { readonly hit: SearchHit }) {
  const marked = hit._highlightResult?.hierarchy?.[deepestLevel(hit)]?.value
  return marked === undefined ? titleOf(hit) : <MarkedText value={marked} />
}

export function HitText({ hit }: { readonly hit: SearchHit }) {
  const snippet = hit._snippetResult?.content?.value
  return snippet ? <MarkedText value={snippet} /> : null
}

const isPlain = (event: React.MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export function ResultsScreen({ texts, groups, active, count, resultsPath, choose, setActive, onSeeAll }: Props) {
  /** How many hits stand before each group. */
  const before = groups.map((_, group) => groups.slice(0, group).reduce((sum, { hits }) => sum + hits.length, 0))
  return (
    <>
      <div id='search-results' role='listbox' aria-label={texts.results}>
        {groups.map(({ title, hits }, group) => (
          <div key={title} role='group' aria-labelledby={`search-group-${group}`} className='search-group'>
            <div id={`search-group-${group}`} className='search-group-title'>
              {title}
            </div>
            {hits.map((hit, place) => {
              const own = (before[group] ?? 0) + place
              return (
                <a
                  key={hit.objectID}
                  id={resultId(own)}
                  role='option'
                  aria-selected={own === active}
                  tabIndex={-1}
                  className='search-hit'
                  href={pathOf(hit.url, location.origin)}
                  onMouseMove={() => {
                    if (own !== active) setActive(own)
                  }}
                  onClick={(event) => {
                    if (!isPlain(event)) return
                    event.preventDefault()
                    choose(hit)
                  }}
                >
                  <span className='search-hit-title'>
                    <HitTitle hit={hit} />
                  </span>
                  <span className='search-hit-text'>
                    <HitText hit={hit} />
                  </span>
                </a>
              )
            })}
          </div>
        ))}
      </div>
      <a
        className='search-all'
        href={resultsPath}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          onSeeAll()
        }}
      >
        {texts.seeAll(count)}
      </a>
    </>
  )
}
