import { Group, Pagination, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import type { Listed } from './listed.ts'

const words = {
  range: phrase(
    (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
    (from, to, total) => `${from}–${to} de ${total}`,
  ),
  first: phrase('first page', 'primeira página'),
  previous: phrase('previous page', 'página anterior'),
  next: phrase('next page', 'próxima página'),
  last: phrase('last page', 'última página'),
}

export interface PagerProps {
  /** The list, as far as its length is known. */
  readonly of: Pick<UseQueryResult<Pick<Listed<unknown>, 'total'>>, 'data' | 'isPlaceholderData'>
  readonly page: number | undefined
  readonly perPage: number
  readonly onPage: (page: number, replace?: boolean) => void
}

/**
 * Nothing while everything is on one page. Goes to the last page from one behind it: what was on it is gone, or somebody has kept its
 * address.
 */
export function Pager({ of: { data, isPlaceholderData }, page = 1, perPage, onPage }: PagerProps) {
  const say = useText()
  const total = data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / perPage))
  // What stands in for an answer says nothing of how many pages there are.
  const isPastLast = data !== undefined && !isPlaceholderData && page > pages
  useEffect(() => {
    if (isPastLast) onPage(pages, true)
  })
  if (!data || isPastLast || (pages === 1 && page === 1)) return null
  return (
    <Group justify='space-between' className='pager'>
      <Text size='sm' c='dimmed'>
        {say(words.range)(Math.min((page - 1) * perPage + 1, total), Math.min(page * perPage, total), total)}
      </Text>
      <Pagination
        total={pages}
        value={Math.min(page, pages)}
        onChange={(chosen) => onPage(chosen)}
        size='sm'
        getControlProps={(control) => ({ 'aria-label': say(words[control]) })}
      />
    </Group>
  )
}
