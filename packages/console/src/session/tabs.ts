/** The other tabs of this origin. */
export interface Tabs {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

/** Open as long as the page is. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel('sshore.session')
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that argument is a window's; a channel never leaves its origin
    send: (message) => channel.postMessage(message),
    onMessage: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
  }
}
