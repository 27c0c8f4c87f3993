import { useParams } from '@tanstack/react-router'

/** What the address names: `/devices/$uid`. */
export function useUid(): string {
  const params: unknown = useParams({ strict: false })
  if (typeof params !== 'object' || params === null || !('uid' in params)) return ''
  return typeof params.uid === 'string' ? params.uid : ''
}
