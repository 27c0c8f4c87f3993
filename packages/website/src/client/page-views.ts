// Tells the configured address which page is seen. Unless one is configured, nobody is told.
import siteConfig from '@generated/docusaurus.config'

interface Place {
  readonly pathname: string
}

const address = siteConfig.customFields?.['pageViewsUrl'] as string

export function onRouteDidUpdate({
  location,
  previousLocation,
}: {
  readonly location: Place
  readonly previousLocation: Place | null
}): void {
  if (address === '' || location.pathname === previousLocation?.pathname) return
  // The address of the page and nothing of the reader; it arrives even when the page is left at once.
  navigator.sendBeacon(address, JSON.stringify({ path: location.pathname }))
}
