import { type ConsolePage, type NavigationEntry, pages } from '../features.ts'
import { useUser } from '../console-context.ts'
import { useInfo } from '../info.ts'

export type Entry = ConsolePage & { readonly entry: NavigationEntry }

/** The pages in the navigation, as far as this server has them and the user may open them; whoever is in no namespace sees none of one. */
export function useEntries(): readonly Entry[] {
  const { data: info } = useInfo()
  const { administrator, tenant } = useUser()
  return pages.flatMap(({ entry, ...page }) => {
    const has = info?.features.includes(page.feature) === true
    const may = page.administrators ? administrator : tenant !== ''
    return entry && has && may ? [{ ...page, entry }] : []
  })
}
