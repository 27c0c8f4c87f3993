import { Checkbox, Paper, Table, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { type Phrase, phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'

const phoneWidth = '(max-width: 48em)'

const words = {
  all: phrase('Select all', 'Selecionar tudo'),
  one: phrase(
    (name: string) => `Select ${name}`,
    (name) => `Selecionar ${name}`,
  ),
}

export interface Column<Row> {
  /** Also what the server sorts by, where it can. */
  readonly name: string
  readonly heading: Phrase
  readonly sortable?: boolean
  readonly width?: string
  readonly cell: (row: Row) => ReactNode
  /** On a phone: at the head of the card, beside it, alone in a line, or with its heading before it (default). */
  readonly card?: 'head' | 'beside' | 'line'
}

export type Order = 'asc' | 'desc'

export interface DataTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly sort?: { readonly by: string; readonly order: Order; readonly onSort: (by: string, order: Order) => void }
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly onSelect: (keys: ReadonlySet<string>) => void }
}

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((each) => each !== key)) : new Set([...keys, key])

function Heading<Row>({ column, sort }: { readonly column: Column<Row>; readonly sort: DataTableProps<Row>['sort'] }) {
  const say = useText()
  const text = say(column.heading)
  if (column.name === 'actions') return <span className='unseen'>{text}</span>
  if (!column.sortable || !sort) return text
  const active = sort.by === column.name
  const Icon = active && sort.order === 'desc' ? IconChevronDown : IconChevronUp
  return (
    <UnstyledButton
      className='sort'
      data-active={active || undefined}
      onClick={() => sort.onSort(column.name, active && sort.order === 'asc' ? 'desc' : 'asc')}
    >
      {text}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}

/** Drawn anew when the row is another one, and not because of a tick beside it or of the address. */
function Cell<Row>({ row, column }: { readonly row: Row; readonly column: Column<Row> }) {
  return useMemo(() => column.cell(row), [row, column])
}

function Wide<Row>({ label, rows, columns, keyOf, nameOf, sort, selection }: DataTableProps<Row>) {
  const say = useText()
  const sorted = (name: string) =>
    sort?.by === name ? (sort.order === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined
  const count = selection ? rows.filter((row) => selection.keys.has(keyOf(row))).length : 0
  return (
    <Paper className='card table-card'>
      <Table className='data-table' verticalSpacing='sm' horizontalSpacing='md' layout='fixed' highlightOnHover>
        <caption className='unseen'>{label}</caption>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w='2.75rem'>
                <Checkbox
                  size='xs'
                  aria-label={say(words.all)}
                  checked={count > 0 && count === rows.length}
                  indeterminate={count > 0 && count < rows.length}
                  onChange={() => selection.onSelect(new Set(count === rows.length ? [] : rows.map(keyOf)))}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Table.Th key={column.name} w={column.width} aria-sort={sorted(column.name)}>
                <Heading column={column} sort={sort} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} data-selected={selection?.keys.has(keyOf(row)) === true ? true : undefined}>
              {selection && (
                <Table.Td>
                  <Checkbox
                    size='xs'
                    aria-label={say(words.one)(nameOf(row))}
                    checked={selection.keys.has(keyOf(row))}
                    onChange={() => selection.onSelect(toggled(selection.keys, keyOf(row)))}
                  />
                </Table.Td>
              )}
              {columns.map((column) => (
                <Table.Td key={column.name}>
                  <Cell row={row} column={column} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Cards<Row>({ label, rows, columns, keyOf, nameOf, selection }: DataTableProps<Row>) {
  const say = useText()
  const [head, beside, lines, facts] = [
    columns.filter(({ card }) => card === 'head'),
    columns.filter(({ card }) => card === 'beside'),
    columns.filter(({ card }) => card === 'line'),
    columns.filter(({ card }) => card === undefined),
  ]
  return (
    <ul className='cards' aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className='card rounded data-card'>
          <div className='card-head'>
            {selection && (
              <Checkbox
                size='sm'
                aria-label={say(words.one)(nameOf(row))}
                checked={selection.keys.has(keyOf(row))}
                onChange={() => selection.onSelect(toggled(selection.keys, keyOf(row)))}
              />
            )}
            <div className='grow'>
              {head.map((column) => (
                <Cell key={column.name} row={row} column={column} />
              ))}
            </div>
            {beside.map((column) => (
              <div key={column.name}>
                <Cell row={row} column={column} />
              </div>
            ))}
          </div>
          {lines.map((column) => (
            <div key={column.name}>
              <Cell row={row} column={column} />
            </div>
          ))}
          {facts.length > 0 && (
            <dl className='card-facts'>
              {facts.map((column) => (
                <div key={column.name}>
                  <dt>{say(column.heading)}</dt>
                  <dd>
                    <Cell row={row} column={column} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A list: a table where there is room, cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false })
  return narrow ? <Cards {...props} /> : <Wide {...props} />
}
