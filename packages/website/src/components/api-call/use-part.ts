// Fetches a part of an API page where the page has come without it. All parts of a page come in one file, and so they are asked for
// anew together.
import { type RefObject, useEffect, useState } from 'react'
import { loadParts, partsNow } from '@api-parts'
import type { ApiEdition } from '../../api-parts/parts.ts'

const retryEvent = 'api-parts-retry'

export interface Part {
  /** Empty in a browser until it has been fetched, and where it stands in the page already. */
  readonly html: string
  /** What the browser says of a part that did not arrive. */
  readonly error?: string
}

/** Asks again for all parts of the page that did not arrive. */
export const retryParts = (): boolean => dispatchEvent(new Event(retryEvent))

/** The part below the heading `name`; it is fetched when nothing of it stands in `element`. */
export function usePart(edition: ApiEdition, name: string, element: RefObject<HTMLElement | null>): Part {
  const [part, setPart] = useState<Part>(() => ({ html: partsNow(edition)?.[name] ?? '' }))
  useEffect(() => {
    let left = false
    let failed = false
    const fetchIt = async (): Promise<void> => {
      const fetched = await loadParts(edition).then(
        (parts): Part => ({ html: parts[name] ?? '' }),
        (error: unknown): Part => ({ html: '', error: error instanceof Error ? error.message : String(error) }),
      )
      if (left) return
      failed = fetched.error !== undefined
      setPart(fetched)
    }
    const retry = (): void => {
      if (!failed) return
      setPart({ html: '' })
      void fetchIt()
    }
    if (!element.current?.firstChild) {
      void fetchIt()
      addEventListener(retryEvent, retry)
    }
    return () => {
      left = true
      removeEventListener(retryEvent, retry)
    }
  }, [edition, name, element])
  return part
}
