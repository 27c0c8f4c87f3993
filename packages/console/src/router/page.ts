import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** A page that is loaded when somebody goes there. */
export const page = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => ({ default: await load() }), 'default')
