import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConsole, useUser } from '../console-context.ts'
import { useInfo } from '../info.ts'

/** Lists follow what happens in the namespace, where the server tells it. */
export function useLiveUpdates(): void {
  const parts = useConsole()
  const queries = useQueryClient()
  const { tenant } = useUser()
  const { data: info } = useInfo()
  const hasEvents = tenant !== '' && info?.features.includes('events') === true
  useEffect(() => {
    if (!hasEvents) return undefined
    const start = import('./live-updates.ts').then(({ startLiveUpdates }) => startLiveUpdates(parts, queries, tenant))
    return () => void start.then((stop) => stop())
  }, [parts, queries, tenant, hasEvents])
}
