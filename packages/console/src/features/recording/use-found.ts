import { useEffect, useState } from 'react'
import type { Cast } from './cast.ts'
import { findInCast, type Found } from './find-in-cast.ts'

/** Less than a frame. */
const sliceMilliseconds = 12

const none: readonly Found[] = []

/** What was found; undefined while it is looked for. */
export function useFound(cast: Cast, wanted: string): readonly Found[] | undefined {
  const [result, setResult] = useState<{ readonly of: string; readonly found: readonly Found[] }>()
  useEffect(() => {
    const search = findInCast(cast, wanted)
    let timer: ReturnType<typeof setTimeout> | undefined
    function go(): void {
      const until = performance.now() + sliceMilliseconds
      for (;;) {
        const { done, value } = search.next()
        if (done === true) return setResult({ of: wanted, found: value })
        if (performance.now() > until) break
      }
      timer = setTimeout(go)
    }
    timer = setTimeout(go)
    return () => clearTimeout(timer)
  }, [cast, wanted])
  if (wanted === '') return none
  return result?.of === wanted ? result.found : undefined
}
