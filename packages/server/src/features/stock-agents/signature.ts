// The key of a login never leaves the gateway that made it, so it is the gateways that are asked for signatures.
import { randomUUID } from 'node:crypto'
import type { Bus, BusTopics } from '@sshore/contract'

export type SignatureRequest = Omit<BusTopics['device.signature-wanted'], 'id'>

/** Gateways answer from memory; none answers when nobody is logging in, so this is how long a wrong request waits. */
const answerMilliseconds = 2000

/** The signature (base64), or undefined when no gateway leads such a login. */
export async function askForSignature(
  bus: Bus,
  request: SignatureRequest,
  milliseconds = answerMilliseconds,
): Promise<string | undefined> {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const unsubscribe = bus.subscribe('device.signature-made', (made) => {
    if (made.id === id) resolve(made.signature)
  })
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  bus.publish('device.signature-wanted', { id, ...request })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    unsubscribe()
  }
}
