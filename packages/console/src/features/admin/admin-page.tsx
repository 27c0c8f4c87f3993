import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useEntries } from '../../layout/use-pages.ts'
import { PlainLink } from '../../navigation.tsx'
import { PageHead, type PageHeadProps } from '../../parts/page-head.tsx'

const words = {
  label: phrase('Administration of the server', 'Administração do servidor'),
  overview: phrase('Overview', 'Resumo'),
}

/** A page of the administration, with the way to the others. */
export function AdminPage({ children, ...head }: PageHeadProps & { readonly children: ReactNode }) {
  const say = useText()
  const entries = useEntries().filter(({ entry }) => entry.administration)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone they do not all fit beside each other.
    const [all, current] = [nav.current, nav.current?.querySelector('[aria-current]')]
    if (all && current) all.scrollLeft += current.getBoundingClientRect().left - all.getBoundingClientRect().left - 24
  }, [entries.length])
  return (
    <Stack gap='md'>
      <PageHead {...head} />
      <nav ref={nav} aria-label={say(words.label)} className='tabs scrolled-tabs'>
        <PlainLink className='tab' to='/admin' activeOptions={{ exact: true, includeSearch: false }}>
          {say(words.overview)}
        </PlainLink>
        {entries.map(({ path, entry }) => (
          <PlainLink key={path} className='tab' to={path} activeOptions={{ includeSearch: false }}>
            {say(entry.label)}
          </PlainLink>
        ))}
      </nav>
      {children}
    </Stack>
  )
}
