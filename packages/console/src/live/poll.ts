// How often lists ask again. Events make them ask at once; asking by the clock is for when there are none.
import { useQuery } from '@tanstack/react-query'
import { mayHeal } from './may-heal.ts'

/** Whether events are being told at present; set by live-updates.ts. */
export const liveKey = ['live'] as const
const seconds = { live: 60, alone: 5 } as const

interface Asked {
  readonly state: { readonly error: Error | null }
}

/** For `refetchInterval`: what was refused is not asked for again until something happens or somebody wants it. */
export const unlessRefused =
  (milliseconds: number) =>
  ({ state: { error } }: Asked): number | false =>
    (!error || mayHeal(error)) && milliseconds

/** For `refetchInterval`, in milliseconds. Events do not tell that a server that could not be reached is back. */
export function usePollInterval(): (query: Asked) => number | false {
  const { data: isLive } = useQuery({
    queryKey: liveKey,
    enabled: false,
    initialData: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return (query) => unlessRefused((isLive && !query.state.error ? seconds.live : seconds.alone) * 1000)(query)
}
