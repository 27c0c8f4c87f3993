import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from './search-text.ts'

export interface TableState<State> {
  readonly state: State
  /** What is not named stays; whatever changes, the list begins again at its first page. */
  readonly change: (change: Partial<State>) => void
  /** The same for what leaves the list alone. */
  readonly set: (change: Partial<State>) => void
  /** `replace`: the back button does not return to the present page, which is none any more. */
  readonly goToPage: (page: number, replace?: boolean) => void
}

/** The state of a table, which is all in the address: it can be sent to somebody, and the back button works. */
export function useTableState<State extends object>(parse: (search: Search) => State): TableState<State> {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = parse(search)
  const go = (next: object, replace: boolean) => void navigate({ to: '.', search: next, replace, resetScroll: false })
  return {
    state,
    change: (change) => go({ ...state, ...change, page: undefined }, true),
    set: (change) => go({ ...state, ...change }, true),
    goToPage: (page, replace = false) => go({ ...state, page: page > 1 ? page : undefined }, replace),
  }
}
