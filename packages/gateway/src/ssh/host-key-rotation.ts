// OpenSSH's PROTOCOL section 2.5: a client that knows one of our host keys learns all of them, and so also the one that
// will serve next; it has us prove that we hold them.
import { type Reader, type Transport, Writer } from '@sshore/ssh-transport'
import type { HostKey } from '../host-keys.ts'
import type { ConnectionHandler } from './connection-service.ts'
import { message } from './message-numbers.ts'

const announcement = 'hostkeys-00@openssh.com'
const proof = 'hostkeys-prove-00@openssh.com'

/** Tells a client that has logged in which host keys we have. */
export function announceHostKeys(transport: Transport, hostKeys: readonly HostKey[]): void {
  const request = new Writer(message.globalRequest).text(announcement).boolean(false)
  for (const { blob } of hostKeys) request.bytes(blob)
  transport.send(request.finish())
}

/** The algorithm that signs in a proof: RSA has two, of which the client takes what it took or offered before. */
function signerFor(transport: Transport, { signers }: HostKey): HostKey['signers'][number] | undefined {
  const { choice, hostKeyAlgorithms } = transport.settled
  const wanted = [choice.hostKey, ...hostKeyAlgorithms].find((name) => signers.some((one) => one.algorithm === name))
  return signers.find((one) => one.algorithm === wanted) ?? signers[0]
}

/** The signatures that `fields` ask for, or undefined when one of the keys is not `left`; those that signed are taken off. */
function proveHostKeys(transport: Transport, left: Set<HostKey>, fields: Reader): Uint8Array | undefined {
  const signatures = new Writer()
  while (fields.remaining > 0) {
    const blob = fields.bytes()
    const key = [...left].find((one) => one.blob.equals(blob))
    const signer = key && signerFor(transport, key)
    if (!key || !signer) return undefined
    left.delete(key)
    signatures.bytes(signer.sign(new Writer().text(proof).bytes(transport.sessionId).bytes(blob).finish()))
  }
  return signatures.finish()
}

/** `handler`, behind an answer to the client's question for proofs. */
export const provingHostKeys = (
  transport: Transport,
  hostKeys: readonly HostKey[],
  handler: ConnectionHandler,
): ConnectionHandler => {
  // A signature by RSA takes all connections a millisecond; no honest client asks twice for the same key.
  const left = new Set(hostKeys)
  return {
    onSession: (request) => handler.onSession(request),
    onDirectTcpip: (request, fields) => handler.onDirectTcpip(request, fields),
    onDirectSocket: (request, fields) => handler.onDirectSocket(request, fields),
    onGlobalRequest(name, fields, reply) {
      if (name === proof) reply(proveHostKeys(transport, left, fields))
      else handler.onGlobalRequest(name, fields, reply)
    },
  }
}
