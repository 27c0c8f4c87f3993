// All results of one query, whose address can be passed on: /search?q=firewall
import Head from '@docusaurus/Head'
import { useHistory, useLocation } from '@docusaurus/router'
import { PageMetadata } from '@docusaurus/theme-common'
import Layout from '@theme/Layout'
import { type FormEvent, useEffect, useState } from 'react'
import { queryCharsMost } from '../../../../../docs-search/src/site-constants.ts'
import { ErrorScreen } from '../../../../src/search/error-screen.tsx'
import { pathOf } from '../../../../src/search/hit.ts'
import { NoResultsScreen } from '../../../../src/search/no-results-screen.tsx'
import { HitText, HitTitle } from '../../../../src/search/results-screen.tsx'
import { searchTexts } from '../../../../src/search/texts.ts'
import { useSearch } from '../../../../src/search/use-search.ts'
import Link from '@docusaurus/Link'
import '../SearchModal/search-modal.css'
import './search-page.css'

/** `q` of the address; empty while the page is built, when nobody has asked yet. */
function useQuery(): readonly [query: string, setQuery: (query: string) => void] {
  const { search, pathname } = useLocation()
  const history = useHistory()
  const [query, setQuery] = useState('')
  useEffect(() => setQuery((new URLSearchParams(search).get('q') ?? '').slice(0, queryCharsMost)), [search])
  return [
    query,
    (text) => {
      setQuery(text)
      history.replace(text === '' ? pathname : `${pathname}?q=${encodeURIComponent(text)}`)
    },
  ]
}

function Results({ query }: { readonly query: string }) {
  const texts = searchTexts()
  const [pages, setPages] = useState(1)
  const { status, answer, problem } = useSearch(query, pages)
  useEffect(() => setPages(1), [query])
  if (query.trim() === '') return <p className='search-quiet'>{texts.pageHint}</p>
  if (status === 'error') return <ErrorScreen texts={texts} problem={problem} />
  if (!answer) return <p className='search-quiet'>{status === 'stalled' ? texts.searching : ''}</p>
  if (answer.hits.length === 0) {
    return <NoResultsScreen texts={texts} query={query} suggestions={[]} onTry={() => undefined} />
  }
  return (
    <>
      <p role='status'>{texts.found(answer.count)}</p>
      <ol className='search-page-hits'>
        {answer.hits.map((hit) => (
          <li key={hit.objectID}>
            <h2>
              <Link to={pathOf(hit.url, location.origin)} autoAddBaseUrl={false}>
                <HitTitle hit={hit} />
              </Link>
            </h2>
            <p className='search-page-place'>{hit.hierarchy.lvl0}</p>
            <p>
              <HitText hit={hit} />
            </p>
          </li>
        ))}
      </ol>
      {pages < answer.pages && (
        <button type='button' className='button button--secondary' onClick={() => setPages(pages + 1)}>
          {texts.more}
        </button>
      )}
    </>
  )
}

function SearchForm() {
  const texts = searchTexts()
  const [query, setQuery] = useQuery()
  const onSubmit = (event: FormEvent): void => event.preventDefault()
  return (
    <>
      <PageMetadata title={query === '' ? texts.pageTitle : texts.pageTitleFor(query)} description={texts.pageTitle} />
      <Head>
        <meta name='robots' content='noindex, follow' />
      </Head>
      <main className='container search-page'>
        <h1>{query === '' ? texts.pageTitle : texts.pageTitleFor(query)}</h1>
        <form onSubmit={onSubmit} role='search'>
          <input
            type='search'
            name='q'
            aria-label={texts.label}
            placeholder={texts.placeholder}
            autoComplete='off'
            maxLength={queryCharsMost}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </form>
        <Results query={query} />
      </main>
    </>
  )
}

export default function SearchPage() {
  return (
    <Layout>
      <SearchForm />
    </Layout>
  )
}
