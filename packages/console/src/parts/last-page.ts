import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Listed } from './listed.ts'

export interface AskedPage<Row> {
  readonly of: Pick<UseQueryResult<Listed<Row>>, 'data' | 'isPlaceholderData'>
  readonly page: number | undefined
  readonly perPage: number
  readonly onPage: (page: number, replace?: boolean) => void
}

/** Goes to the last page from one behind it: what was on it is gone, or somebody has kept its address. True on the way there. */
export function useLastPage<Row>({ of, page = 1, perPage, onPage }: AskedPage<Row>): boolean {
  // What stands in for an answer says nothing of how many pages there are.
  const data = of.isPlaceholderData ? undefined : of.data
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / perPage))
  const isPastLast = data?.rows.length === 0 && page > lastPage
  useEffect(() => {
    if (isPastLast) onPage(lastPage, true)
  })
  return isPastLast
}
