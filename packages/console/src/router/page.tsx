import { lazyRouteComponent } from '@tanstack/react-router'
import type { ConsolePage } from '../features.ts'
import { useInfo } from '../info.ts'
import { NotFoundPage } from '../layout/not-found-page.tsx'

/** A page that is loaded when somebody goes or points there, where the server has what it shows. */
export function page({ feature, load }: ConsolePage) {
  const Page = lazyRouteComponent(async () => ({ default: await load() }), 'default')
  function FeaturePage() {
    const { data: info } = useInfo()
    return info && !info.features.includes(feature) ? <NotFoundPage /> : <Page />
  }
  return Object.assign(FeaturePage, Page.preload ? { preload: Page.preload } : {})
}
