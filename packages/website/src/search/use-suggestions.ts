import { useEffect, useState } from 'react'
import { suggestionsMost } from '../../../docs-search/src/site-constants.ts'
import type { HitGroup } from './hit.ts'

/** Titles of pages that the last query with results found: what to try when the next one finds nothing. */
export function useSuggestions(groups: readonly HitGroup[]): readonly string[] {
  const [last, setLast] = useState<readonly string[]>([])
  useEffect(() => {
    if (groups.length > 0) setLast(groups.slice(0, suggestionsMost).map(({ title }) => title))
  }, [groups])
  return last
}
