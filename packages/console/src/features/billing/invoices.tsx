import { Badge, Stack, Text } from '@mantine/core'
import type { Invoice } from '@sshore/contract'
import { useLanguage, useText } from '../../language/use-text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Pager, type PagerProps } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { invoicesPerPage } from './billing.ts'
import { amountText } from './amount-text.ts'
import { words } from './words.ts'

const colours = { draft: 'gray', open: 'orange', paid: 'sea', uncollectible: 'red', voided: 'gray' } as const

function State({ status }: Pick<Invoice, 'status'>) {
  const say = useText()
  return (
    <Badge variant='light' color={colours[status]}>
      {say(words[status])}
    </Badge>
  )
}

function Amount({ invoice }: { readonly invoice: Invoice }) {
  const language = useLanguage()
  return <span>{amountText(invoice, language)}</span>
}

const columns: readonly Column<Invoice>[] = [
  {
    name: 'id',
    heading: words.invoice,
    width: '50%',
    card: 'head',
    cell: ({ id }) => <span className='code'>{id}</span>,
  },
  { name: 'status', heading: words.state, cell: ({ status }) => <State status={status} /> },
  { name: 'amount', heading: words.amount, cell: (invoice) => <Amount invoice={invoice} /> },
]

export interface InvoicesProps extends Pick<PagerProps, 'of' | 'page' | 'onPage'> {
  readonly invoices: readonly Invoice[]
}

/** The newest first. */
export function Invoices({ invoices, of, page, onPage }: InvoicesProps) {
  const say = useText()
  return (
    <Panel title={say(words.invoices)}>
      <Stack>
        {of.data?.total === 0 ? (
          <Text size='sm'>{say(words.noInvoices)}</Text>
        ) : (
          <DataTable
            label={say(words.invoices)}
            rows={invoices}
            columns={columns}
            keyOf={({ id }) => id}
            nameOf={({ id }) => id}
          />
        )}
        <Pager of={of} page={page} perPage={invoicesPerPage} onPage={onPage} />
      </Stack>
    </Panel>
  )
}
