import { createRoute, createRouter } from '@tanstack/react-router'
import { pages } from '../features.ts'
import { ErrorPage } from '../layout/error-page.tsx'
import { Redirect } from '../navigation.tsx'
import { SkeletonRows } from '../parts/skeleton-rows.tsx'
import { visitorPages } from '../visitor-pages.ts'
import { page } from './page.tsx'
import { rootRoute } from './root-route.ts'
import { parseSearch, stringifySearch } from './search-text.ts'

const routes = pages.map((each) =>
  createRoute({ getParentRoute: () => rootRoute, path: each.path, component: page(each) }),
)

/** Addresses of an earlier console that people may have kept. */
const moved = (['pending', 'rejected'] as const).map((status) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `/devices/${status}`,
    component: () => <Redirect to='/devices' search={{ status }} />,
  }),
)

// What they show instead of a page is decided above all pages, by app.tsx.
const visitors = ['/login', '/setup', ...visitorPages.map(({ path }) => path)].map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: () => null }),
)

export const createConsoleRouter = () =>
  createRouter({
    routeTree: rootRoute.addChildren([...routes, ...moved, ...visitors]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ({ error }) => <ErrorPage error={error} />,
    defaultPendingComponent: SkeletonRows,
    scrollRestoration: true,
  })
