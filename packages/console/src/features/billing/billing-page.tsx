import { Badge, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { type Customer, type DeviceUid, type Invoice, limits, type Subscription } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { useLanguage, useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { invoiceWords, statusWords, words } from './words.ts'

/** What a failure of this code stands for: nothing is there yet. */
async function orNothing<Result>(work: () => Promise<Result>, code: string): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === code) return null
    throw error
  }
}

function useBilling() {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['billing', tenant],
    queryFn: async () => {
      const customer = await orNothing(async () => (await client.getCustomer()).body, 'billing_customer_not_found')
      const subscription = customer && (await client.getSubscription({ query: {} })).body
      const { can_accept, can_connect } = (await client.evaluateBilling()).body
      return { customer, subscription, can_accept, can_connect }
    },
    retry: false,
  })
}

function useChange() {
  const { tenant } = useUser()
  const queries = useQueryClient()
  const attempt = useAttempt()
  return (work: () => Promise<unknown>, done?: string) =>
    attempt(
      async () => {
        await work()
        await queries.invalidateQueries({ queryKey: ['billing', tenant] })
      },
      done === undefined ? {} : { done },
    )
}

function Invoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const say = useText()
  const language = useLanguage()
  if (invoices.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(words.noInvoices)}
      </Text>
    )
  }
  const money = ({ amount, currency }: Invoice) =>
    new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100)
  return (
    <Table className='data-table'>
      <Table.Tbody>
        {invoices.map((invoice) => (
          <Table.Tr key={invoice.id}>
            <Table.Td className='code'>{invoice.id}</Table.Td>
            <Table.Td>{money(invoice)}</Table.Td>
            <Table.Td>{say(invoiceWords[invoice.status])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Plan({ customer, subscription }: { readonly customer: Customer; readonly subscription: Subscription }) {
  const say = useText()
  const language = useLanguage()
  const { client } = useConsole()
  const change = useChange()
  const [asking, setAsking] = useState(false)
  const card = customer.payment_methods.find((method) => method.default)
  const until = subscription.end_at > 0 ? new Date(subscription.end_at * 1000).toLocaleDateString(language) : ''
  const runs = subscription.active && subscription.status !== 'to_cancel_at_end_of_period'
  return (
    <Stack>
      <Group>
        <Badge variant='light' color={subscription.active ? 'sea' : 'gray'}>
          {say(statusWords[subscription.status])}
        </Badge>
      </Group>
      <Facts
        facts={[
          { label: words.until, value: until },
          { label: words.mail, value: customer.email },
          {
            label: words.card,
            value: card ? `${card.brand} ···· ${card.number} (${card.exp_month}/${card.exp_year})` : say(words.noCard),
          },
        ]}
      />
      <Group>
        <Button
          variant='default'
          onClick={() =>
            void change(async () => {
              window.location.assign((await client.openBillingPortal()).body.url)
            })
          }
        >
          {say(words.portal)}
        </Button>
        {runs ? (
          <Button variant='default' color='red' onClick={() => setAsking(true)}>
            {say(words.cancel)}
          </Button>
        ) : (
          <Button onClick={() => void change(() => client.createSubscription({ query: {} }), say(words.subscribed))}>
            {say(words.subscribe)}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={say(words.cancelTitle)}
        text={say(words.cancelText)}
        action={say(words.cancel)}
        onClose={() => setAsking(false)}
        onConfirm={() => void change(() => client.cancelSubscription(), say(words.cancelled))}
      />
    </Stack>
  )
}

/** Without a subscription and with more devices than slots: which stay. */
function Choice() {
  const say = useText()
  const { client } = useConsole()
  const { tenant } = useUser()
  const change = useChange()
  const [chosen, setChosen] = useState<readonly DeviceUid[]>([])
  const { data = [] } = useQuery({
    queryKey: ['devices', tenant, 'most used'],
    queryFn: async () => (await client.listDevices({ query: { per_page: 100 } })).body,
  })
  const most = limits.billing.choicesMost
  return (
    <Stack>
      <Text size='sm'>{say(words.choiceText)(most)}</Text>
      <Stack gap='xs'>
        {data.map(({ uid, name }) => (
          <Checkbox
            key={uid}
            label={name}
            checked={chosen.includes(uid)}
            disabled={!chosen.includes(uid) && chosen.length >= most}
            onChange={(event) =>
              setChosen(event.currentTarget.checked ? [...chosen, uid] : chosen.filter((each) => each !== uid))
            }
          />
        ))}
      </Stack>
      <Group>
        <Button
          disabled={chosen.length === 0}
          onClick={() => void change(() => client.chooseDevices({ body: { choices: [...chosen] } }), say(words.chosen))}
        >
          {say(words.choose)}
        </Button>
      </Group>
    </Stack>
  )
}

function Details() {
  const say = useText()
  const { client } = useConsole()
  const change = useChange()
  const { data, error, refetch } = useBilling()
  if (error) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  return (
    <>
      <Panel title={say(words.plan)}>
        {data.customer && data.subscription ? (
          <Plan customer={data.customer} subscription={data.subscription} />
        ) : (
          <Stack>
            <Text size='sm'>{say(words.begin)}</Text>
            <Group>
              <Button onClick={() => void change(() => client.createCustomer())}>{say(words.beginNow)}</Button>
            </Group>
          </Stack>
        )}
      </Panel>
      {!data.can_connect && (
        <Panel title={say(words.choice)} danger>
          <Choice />
        </Panel>
      )}
      {data.subscription && (
        <Panel title={say(words.invoices)}>
          <Invoices invoices={data.subscription.invoices} />
        </Panel>
      )}
    </>
  )
}

/** What the namespace pays; for its owner. Cards are typed in at the payment provider, never here. */
export function BillingPage() {
  const say = useText()
  const refusal = useRefusal('billing:details')
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(words.title)} text={refusal ?? say(words.text)} />
      {refusal === undefined && <Details />}
    </Stack>
  )
}
