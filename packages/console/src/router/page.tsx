import { lazyRouteComponent } from '@tanstack/react-router'
import { useContext } from 'react'
import type { ConsolePage } from '../features.ts'
import { UserContext } from '../console-context.ts'
import { useInfo } from '../info.ts'
import { AdministratorsOnly } from '../layout/administrators-only.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'

/** A page that is loaded when somebody goes or points there, where the server has what it shows. */
export function page({ feature, load, administrators }: ConsolePage) {
  const Page = lazyRouteComponent(async () => ({ default: await load() }), 'default')
  function FeaturePage() {
    const { data: info } = useInfo()
    const user = useContext(UserContext)
    if (info && !info.features.includes(feature)) return <NotFoundPage />
    return administrators && !user?.administrator ? <AdministratorsOnly /> : <Page />
  }
  return Object.assign(FeaturePage, Page.preload ? { preload: Page.preload } : {})
}
