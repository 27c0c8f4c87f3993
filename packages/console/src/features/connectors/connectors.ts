import type { Connector } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { usePollInterval } from '../../live/poll.ts'

export const nameOf = ({ address, port }: Pick<Connector, 'address' | 'port'>): string =>
  port === 0 ? address : `${address}:${port}`

export function useConnectors() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const refetchInterval = usePollInterval()
  return useQuery({
    queryKey: ['connectors', tenant],
    queryFn: async () => (await client.listConnectors({ query: { per_page: 100 } })).body,
    refetchInterval,
  })
}

export function useRefreshConnectors(): () => Promise<void> {
  const { tenant } = useUser()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['connectors', tenant] })
}

/** What a connected engine says of itself; what it does not say is empty, or none. */
export interface EngineFacts {
  readonly name: string
  readonly version: string
  readonly system: string
  readonly containers: number
  readonly running: number
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

export function useEngine({ uid, status }: Connector) {
  const { client } = useConsole()
  return useQuery({
    queryKey: ['connector', uid, status.since],
    enabled: status.state === 'connected',
    staleTime: 60_000,
    retry: false,
    queryFn: async (): Promise<EngineFacts> => {
      const { body } = await client.getConnectorInfo({ params: { uid } })
      return {
        name: text(body['Name']),
        version: text(body['ServerVersion']),
        system: text(body['OperatingSystem']),
        containers: count(body['Containers']),
        running: count(body['ContainersRunning']),
      }
    },
  })
}
