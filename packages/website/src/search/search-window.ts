// Whether the search window is open, and what has been typed in it.
import { createContext } from 'react'

export interface SearchWindow {
  /** Undefined while it is closed. */
  readonly query: string | undefined
  readonly onQuery: (query: string | undefined) => void
}

export const SearchWindowContext = createContext<SearchWindow>({ query: undefined, onQuery: () => undefined })
