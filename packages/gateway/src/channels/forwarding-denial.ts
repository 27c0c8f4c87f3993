// Whether somebody may have something forwarded: first the namespace's word, then that of the certificate.
import { type ForwardingKind, forwardingRefusal } from '@sshore/contract'
import { narrowed } from '../authentication/permits.ts'
import type { SessionContext } from './session-channel.ts'

/** Why not, for the person who tries; undefined when it is allowed. */
export function forwardingDenial(
  { device, permits }: Pick<SessionContext, 'device' | 'permits'>,
  kind: ForwardingKind,
): string | undefined {
  if (!device.forwarding[kind]) return forwardingRefusal(kind)
  return narrowed(device.forwarding, permits)[kind] ? undefined : 'the certificate does not allow this'
}
