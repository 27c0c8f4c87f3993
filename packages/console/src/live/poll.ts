// How often lists ask again. Events make them ask at once; asking by the clock is for when there are none.
import { useQuery } from '@tanstack/react-query'

/** Whether events are being told at present; set by live-updates.ts. */
export const liveKey = ['live'] as const
const seconds = { live: 60, alone: 5 } as const

interface Asked {
  readonly state: { readonly status: string }
}

/** For `refetchInterval`, in milliseconds. Events do not tell that a server that could not be reached is back. */
export function usePollInterval(): (query: Asked) => number {
  const { data: isLive } = useQuery({
    queryKey: liveKey,
    enabled: false,
    initialData: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return ({ state }) => (isLive && state.status !== 'error' ? seconds.live : seconds.alone) * 1000
}
