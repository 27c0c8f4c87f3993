import type { Bus } from '@sshore/contract'

/** Listeners run within `publish`. */
export function createTestBus(): Bus {
  const listeners = new Map<string, Set<(message: never) => void>>()
  const of = (topic: string) => listeners.get(topic) ?? listeners.set(topic, new Set()).get(topic) ?? new Set()
  return {
    publish: (topic, message) => of(topic).forEach((listener) => listener(message as never)),
    subscribe(topic, listener) {
      of(topic).add(listener)
      return () => of(topic).delete(listener)
    },
  }
}
