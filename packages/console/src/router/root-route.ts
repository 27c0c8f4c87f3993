import { createRootRoute } from '@tanstack/react-router'
import { App } from '../app.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'

/** What all pages hang under. */
export const rootRoute = createRootRoute({ component: App, notFoundComponent: NotFoundPage })
