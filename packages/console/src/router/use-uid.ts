import { useParams } from '@tanstack/react-router'

/** What the address names at `$name`; empty for nothing. */
export function useParam(name: string): string {
  const params: unknown = useParams({ strict: false })
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : ''
  return typeof value === 'string' ? value : ''
}

/** What the address names: `/devices/$uid`. */
export const useUid = (): string => useParam('uid')
