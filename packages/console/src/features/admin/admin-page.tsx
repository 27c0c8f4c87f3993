import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type AdministrationEntry, administrationEntries } from '../../administration-entries.ts'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import { PageHead, type PageHeadProps } from '../../parts/page-head.tsx'

const everyEntry: readonly AdministrationEntry[] = Object.values(administrationEntries)
const words = {
  label: phrase('Administration of the server', 'Administração do servidor'),
  overview: phrase('Overview', 'Visão geral'),
}

/** On a phone they do not all fit beside each other. */
function showCurrent(all: HTMLElement | null): void {
  const current = all?.querySelector('[aria-current]')
  if (all && current) all.scrollLeft += current.getBoundingClientRect().left - all.getBoundingClientRect().left - 24
}

/** A page of the administration, with the way to the others. */
export function AdminPage({ children, ...head }: PageHeadProps & { readonly children: ReactNode }) {
  const say = useText()
  const { data: info } = useInfo()
  const entries = everyEntry.filter(({ feature }) => info?.features.includes(feature))
  return (
    <Stack gap='md'>
      <PageHead {...head} />
      <nav key={entries.length} ref={showCurrent} aria-label={say(words.label)} className='tabs scrolled-tabs'>
        <PlainLink className='tab' to='/admin' activeOptions={{ exact: true, includeSearch: false }}>
          {say(words.overview)}
        </PlainLink>
        {entries.map(({ path, label, tab = label }) => (
          <PlainLink key={path} className='tab' to={path} activeOptions={{ includeSearch: false }}>
            {say(tab)}
          </PlainLink>
        ))}
      </nav>
      {children}
    </Stack>
  )
}
