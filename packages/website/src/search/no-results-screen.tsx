import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { SearchTexts } from './texts.ts'

interface Props {
  readonly texts: SearchTexts
  readonly query: string
  readonly suggestions: readonly string[]
  readonly onTry: (query: string) => void
}

export function NoResultsScreen({ texts, query, suggestions, onTry }: Props) {
  const { siteConfig } = useDocusaurusContext()
  return (
    <div className='search-message'>
      <p className='search-message-title'>
        {texts.noResults} “<strong>{query}</strong>”
      </p>
      {suggestions.length > 0 && (
        <>
          <p>{texts.tryFor}:</p>
          <ul className='search-suggestions'>
            {suggestions.map((text) => (
              <li key={text}>
                <button type='button' onClick={() => onTry(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        {texts.believe} <a href={`${siteConfig.baseUrl}developers/development#documentation`}>{texts.letUsKnow}</a>
      </p>
    </div>
  )
}
