import { type ConsolePage, type NavigationEntry, pages } from '../features.ts'
import { useUser } from '../console-context.ts'
import { useInfo } from '../info.ts'

export type Entry = ConsolePage & { readonly entry: NavigationEntry }

/** The pages in the navigation, as far as this server has them and they are for whoever is signed in. */
export function useEntries(): readonly Entry[] {
  const { data: info } = useInfo()
  const { administrator } = useUser()
  return pages.flatMap(({ entry, ...page }) =>
    entry && info?.features.includes(page.feature) && (!entry.forAdministrators || administrator)
      ? [{ ...page, entry }]
      : [],
  )
}
