import { useText } from '../../language/use-text.ts'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { pageIn, type Search } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { useCustomer, useSubscription } from './billing.ts'
import { Cards } from './cards.tsx'
import { Invoices } from './invoices.tsx'
import { SubscriptionPanel } from './subscription-panel.tsx'
import { words } from './words.ts'

const pageSearch = (search: Search) => ({ page: pageIn(search) })

/** What the payment provider knows of the namespace. */
export function Customer() {
  const say = useText()
  const { state, goToPage } = useTableState(pageSearch)
  const page = state.page ?? 1
  const { data: customer, error: noCustomer, refetch: askCustomer } = useCustomer(true)
  const billed = useSubscription(true, page)
  const { data: known, error: noSubscription, refetch: askSubscription } = billed
  const error = noCustomer ?? noSubscription
  if (error) {
    const again = () => void Promise.all([askCustomer(), askSubscription()])
    return <Trouble title={say(words.notLoaded)} error={error} onRetry={again} />
  }
  if (!customer || !known) return <SkeletonRows />
  return (
    <>
      <SubscriptionPanel subscription={known.subscription} methods={customer.payment_methods} />
      <Cards methods={customer.payment_methods} />
      <Invoices invoices={known.subscription.invoices} of={billed} page={page} onPage={goToPage} />
    </>
  )
}
