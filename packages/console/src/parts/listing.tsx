import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { isToCome, type Listed } from './listed.ts'
import { Pager, type PagerProps } from './pager.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { Trouble } from './trouble.tsx'

export interface ListingProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'selection'>, PagerProps {
  readonly of: Pick<UseQueryResult<Listed<Row>>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
  readonly notLoaded: string
  /** Instead of a table where there is nothing on any page. */
  readonly empty: ReactNode
}

/** A page of a list in each of its states. */
export function Listing<Row>({ of, notLoaded, empty, page, perPage, onPage, ...table }: ListingProps<Row>) {
  const { data, error, refetch } = of
  return (
    <>
      {error && <Trouble title={notLoaded} error={error} onRetry={() => void refetch()} />}
      {data && data.rows.length > 0 && <DataTable {...table} rows={data.rows} />}
      {data?.total === 0 && empty}
      {isToCome(of) && <SkeletonRows />}
      <Pager of={of} page={page} perPage={perPage} onPage={onPage} />
    </>
  )
}
