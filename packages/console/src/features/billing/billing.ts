import { type Currency, type DeviceUid, limits } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'

export const invoicesPerPage = 10

const key = (tenant: string, ...more: readonly unknown[]) => ['billing', tenant, ...more]

/** Whether another device can be accepted, and whether anybody can connect; every member may ask. */
export function useVerdict() {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: key(tenant, 'verdict'),
    queryFn: async () => (await client.evaluateBilling()).body,
  })
}

/** How many devices were removed and still count. */
export function useTakenSlots(enabled: boolean) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: key(tenant, 'slots'),
    queryFn: async () =>
      Number((await client.listDevices({ query: { status: 'removed', per_page: 1 } })).headers['X-Total-Count']),
    enabled,
  })
}

/** The customer with its cards; asked of the payment provider. */
export function useCustomer(enabled: boolean) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: key(tenant, 'customer'),
    queryFn: async () => (await client.getCustomer()).body,
    enabled,
  })
}

export function useSubscription(enabled: boolean, page: number) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: key(tenant, 'subscription', page),
    queryFn: async () => {
      const { body, headers } = await client.getSubscription({ query: { page, per_page: invoicesPerPage } })
      return { subscription: body, total: Number(headers['X-Total-Count']) }
    },
    placeholderData: (previous) => previous,
    enabled,
  })
}

/** All accepted devices, as far as there can be a choice among them; those used most come first. */
export function useChoice(enabled: boolean) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: key(tenant, 'choice'),
    queryFn: async () => {
      const used = (await client.listMostUsedDevices()).body
      const query = { status: 'accepted', per_page: limits.page.perPageMax, sort_by: 'name', order_by: 'asc' } as const
      const { body } = await client.listDevices({ query })
      const first = new Set(used.map(({ uid }) => uid))
      return { used: [...first], devices: [...used, ...body.filter(({ uid }) => !first.has(uid))] }
    },
    enabled,
  })
}

export function useBillingChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refresh = async (): Promise<void> => {
    const touched = ['billing', 'namespace', 'devices', 'stats']
    await Promise.all(touched.map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
  }
  const then = async (call: Promise<unknown>): Promise<void> => {
    try {
      await call
    } finally {
      await refresh()
    }
  }
  return {
    begin: () => then(client.createCustomer()),
    subscribe: (currency?: Currency) => then(client.createSubscription({ query: currency ? { currency } : {} })),
    cancel: () => then(client.cancelSubscription()),
    makeDefault: (id: string) => then(client.setDefaultPaymentMethod({ body: { id } })),
    detach: (id: string) => then(client.detachPaymentMethod({ body: { id } })),
    choose: (choices: readonly DeviceUid[]) => then(client.chooseDevices({ body: { choices: [...choices] } })),
    /** Leaves the console for the page of the payment provider. */
    openPortal: async (): Promise<void> => {
      const { url } = (await client.openBillingPortal()).body
      window.location.assign(url)
    },
  }
}
