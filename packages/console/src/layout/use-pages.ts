import { type ConsolePage, type NavigationEntry, pages } from '../features.ts'
import { useInfo } from '../info.ts'

export type Entry = ConsolePage & { readonly entry: NavigationEntry }

/** The pages in the navigation, as far as this server has them. */
export function useEntries(): readonly Entry[] {
  const { data: info } = useInfo()
  return pages.flatMap(({ entry, ...page }) =>
    entry && info?.features.includes(page.feature) ? [{ ...page, entry }] : [],
  )
}
