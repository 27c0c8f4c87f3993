import { Group, Pagination, Text } from '@mantine/core'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'

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
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** Nothing while everything is on one page. */
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const say = useText()
  const pages = Math.ceil(total / perPage)
  if (pages <= 1 && page === 1) return null
  const shown = Math.min(page, Math.max(pages, 1))
  return (
    <Group justify='space-between' className='pager'>
      <Text size='sm' c='dimmed'>
        {say(words.range)(Math.min((page - 1) * perPage + 1, total), Math.min(page * perPage, total), total)}
      </Text>
      <Pagination
        total={Math.max(pages, 1)}
        value={shown}
        onChange={onPage}
        size='sm'
        getControlProps={(control) => ({ 'aria-label': say(words[control]) })}
      />
    </Group>
  )
}
