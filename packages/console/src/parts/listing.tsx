import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { Listed } from './listed.ts'
import { Pager } from './pager.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { Trouble } from './trouble.tsx'

export interface ListingProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'selection'> {
  readonly of: Pick<UseQueryResult<Listed<Row>>, 'data' | 'error' | 'refetch'>
  readonly notLoaded: string
  /** Instead of a table where there is nothing on any page. */
  readonly empty: ReactNode
  readonly page: number | undefined
  readonly perPage: number
  readonly onPage: (page: number, replace?: boolean) => void
}

/** A page of a list in each of its states. */
export function Listing<Row>({ of, notLoaded, empty, page, perPage, onPage, ...table }: ListingProps<Row>) {
  const { data, error, refetch } = of
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / perPage))
  // What was on it is gone, or somebody has kept its address.
  const isPastLast = data?.rows.length === 0 && (page ?? 1) > lastPage
  useEffect(() => {
    if (isPastLast) onPage(lastPage, true)
  })
  return (
    <>
      {error && <Trouble title={notLoaded} error={error} onRetry={() => void refetch()} />}
      {data && data.rows.length > 0 && <DataTable {...table} rows={data.rows} />}
      {data?.total === 0 && empty}
      {!error && (!data || (data.rows.length === 0 && data.total > 0)) && <SkeletonRows />}
      {data && !isPastLast && <Pager page={page ?? 1} perPage={perPage} total={data.total} onPage={onPage} />}
    </>
  )
}
