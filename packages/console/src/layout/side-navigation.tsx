import { Suspense } from 'react'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { sections } from '../features.ts'
import { PlainLink } from '../navigation.tsx'
import { type Entry, useEntries } from './use-pages.ts'

const label = phrase('Pages', 'Páginas')

export function NavigationLink({ page: { path, entry } }: { readonly page: Entry }) {
  const say = useText()
  return (
    <PlainLink to={path} className='nav-link' activeOptions={{ exact: path === '/', includeSearch: false }}>
      <entry.Icon size={18} stroke={1.7} aria-hidden />
      {say(entry.label)}
      {entry.Mark && (
        <Suspense>
          <entry.Mark />
        </Suspense>
      )}
    </PlainLink>
  )
}

const names = ['reach', 'access', 'namespace', 'server'] as const

/** All pages by section. */
export function SideNavigation() {
  const say = useText()
  const entries = useEntries().filter(({ entry }) => !entry.administration)
  return (
    <nav aria-label={say(label)} className='side-navigation'>
      {entries
        .filter(({ entry }) => entry.section === undefined)
        .map((page) => (
          <NavigationLink key={page.path} page={page} />
        ))}
      {names.map((name) => {
        const inside = entries.filter(({ entry }) => entry.section === name)
        return (
          inside.length > 0 && (
            <div key={name} className='nav-section'>
              <span className='nav-section-name'>{say(sections[name])}</span>
              {inside.map((page) => (
                <NavigationLink key={page.path} page={page} />
              ))}
            </div>
          )
        )
      })}
    </nav>
  )
}
