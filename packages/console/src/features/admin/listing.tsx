import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../../parts/data-table.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { adminPerPage, type Listed } from './administration.ts'

export interface ListingProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'selection'> {
  readonly of: Pick<UseQueryResult<Listed<Row>>, 'data' | 'error' | 'refetch'>
  readonly notLoaded: string
  /** Instead of a table without rows. */
  readonly empty: ReactNode
  readonly page: number | undefined
  readonly onPage: (page: number) => void
}

/** A page of a list in each of its states. */
export function Listing<Row>({ of, notLoaded, empty, page, onPage, ...table }: ListingProps<Row>) {
  const { data, error, refetch } = of
  return (
    <>
      {error && <Trouble title={notLoaded} error={error} onRetry={() => void refetch()} />}
      {data && data.rows.length > 0 && <DataTable {...table} rows={data.rows} />}
      {data?.rows.length === 0 && empty}
      {!data && !error && <SkeletonRows />}
      {data && <Pager page={page ?? 1} perPage={adminPerPage} total={data.total} onPage={onPage} />}
    </>
  )
}
