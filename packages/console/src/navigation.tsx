// Addresses of the console: the browser's own history, read as state.
import { Anchor, type AnchorProps } from '@mantine/core'
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'

export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

const announce = (): boolean => window.dispatchEvent(new PopStateEvent('popstate'))

export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => `${window.location.pathname}${window.location.search}`)
  const { pathname, searchParams } = new URL(address, window.location.origin)
  return { path: pathname, query: searchParams }
}

export function goTo(address: string): void {
  window.history.pushState(null, '', address)
  window.scrollTo(0, 0)
  announce()
}

/** Takes the place of the present address: the back button does not return to it. */
export function replaceWith(address: string): void {
  window.history.replaceState(null, '', address)
  announce()
}

/** A click that the browser should handle itself: a new tab, a new window, a download. */
const isForBrowser = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** What an `<a>` needs to lead somewhere inside the console. */
export function linkTo(address: string): { href: string; onClick: (event: MouseEvent) => void } {
  return {
    href: address,
    onClick(event) {
      if (isForBrowser(event)) return
      event.preventDefault()
      goTo(address)
    },
  }
}

export function Link({ to, children, ...props }: AnchorProps & { readonly to: string; readonly children: ReactNode }) {
  return (
    <Anchor underline='always' {...props} {...linkTo(to)}>
      {children}
    </Anchor>
  )
}
