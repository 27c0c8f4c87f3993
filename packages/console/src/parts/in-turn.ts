import { useMutation } from '@tanstack/react-query'

type Change = () => Promise<void>

/**
 * Makes changes of the same `scope` one after another, whichever part of the page asks for them: each begins when those before it have
 * ended, well or not.
 */
export function useInTurn(scope: string): (change: Change) => Promise<void> {
  return useMutation({ scope: { id: scope }, mutationFn: (change: Change) => change() }).mutateAsync
}
