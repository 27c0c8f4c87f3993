// Above all layouts: a page of another one brings a navigation bar of its own, and must not close what somebody types in.
import { type ReactNode, useMemo, useState } from 'react'
import { SearchWindowContext } from '../../../../src/search/search-window.ts'

export default function Root({ children }: { readonly children: ReactNode }) {
  const [query, setQuery] = useState<string>()
  const value = useMemo(() => ({ query, onQuery: setQuery }), [query])
  return <SearchWindowContext value={value}>{children}</SearchWindowContext>
}
