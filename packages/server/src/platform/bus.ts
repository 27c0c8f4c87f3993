import type { Bus, BusTopic, BusTopics } from '@sshore/contract'
import type { Logger } from 'pino'

type Listeners = { readonly [T in BusTopic]: Set<(message: BusTopics[T]) => void> }

/** The bus of a single process: listeners run in a later turn, so that a publisher never waits for them or fails with them. */
export function createLocalBus(log: Logger): Bus {
  const listeners: Listeners = {
    'device.revoked': new Set(),
    'session.close': new Set(),
    'user.standing': new Set(),
    'device.signature-wanted': new Set(),
    'device.signature-made': new Set(),
    'tunnel.changed': new Set(),
    'namespace.event': new Set(),
  }
  return {
    publish(topic, message) {
      for (const listener of listeners[topic]) {
        queueMicrotask(() => {
          try {
            listener(message)
          } catch (error) {
            log.error({ err: error, topic }, 'a bus listener failed')
          }
        })
      }
    },
    subscribe(topic, listener) {
      listeners[topic].add(listener)
      return () => listeners[topic].delete(listener)
    },
  }
}
