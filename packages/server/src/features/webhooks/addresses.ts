// Where a webhook may go.
import { isIP } from 'node:net'
import { Failure } from '@sshore/contract'
import { isPublic, isPublicName } from '../../platform/public-addresses.ts'

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Fails with `webhook_address`. What a name stands for is checked at each connection. */
export function checkedAddress(text: string, allowPrivate: boolean): string {
  const url = URL.parse(text)
  const refuse = () => new Failure('webhook_address', { fields: ['url'] })
  if (!url || !(url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:'))) throw refuse()
  if (`${url.username}${url.password}${url.hash}` !== '' || url.hostname === '') throw refuse()
  const host = hostOf(url)
  const local = isIP(host) === 0 ? !isPublicName(host) : !isPublic(host)
  if (local && !allowPrivate) throw refuse()
  return url.href
}
