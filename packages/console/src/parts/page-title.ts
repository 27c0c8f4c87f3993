import { useEffect } from 'react'

/** In the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sshore`
  }, [title])
}
