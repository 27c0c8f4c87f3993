import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
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
  return (
    <Stack gap='md'>
      <PageHead {...head} />
      <nav aria-label={say(words.label)} className='tabs scrolled-tabs'>
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
