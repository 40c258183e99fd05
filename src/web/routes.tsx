/** Every screen of the specification's section 2, in its order. Each page is a chunk of its own. */
import type { RouteObject } from 'react-router'
import { ErrorScreen } from './layout/error-screen.tsx'
import { Layout } from './layout/layout.tsx'
import { type Given, load } from './loading.ts'

type PageModule = {
  loader?: (given: Given) => Promise<unknown>
  Page: React.ComponentType
  Failure?: React.ComponentType
}

/** The id is the page's file name: the server looks up the chunk to preload by it. */
function page(path: string, id: string, module: () => Promise<PageModule>): RouteObject {
  return {
    id,
    path,
    lazy: async () => {
      const { loader, Page, Failure } = await module()
      return {
        Component: Page,
        ...(loader && { loader: load(loader) }),
        ...(Failure && { ErrorBoundary: Failure }),
      }
    },
  }
}

export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: Layout,
    ErrorBoundary: ErrorScreen,
    children: [
      page('/', 'home', () => import('./pages/home.tsx')),
      page('/all-services', 'all-services', () => import('./pages/all-services.tsx')),
      page('/all-events', 'all-events', () => import('./pages/all-events.tsx')),
      page('/all-categories', 'all-categories', () => import('./pages/all-categories.tsx')),
      page('/all-locations', 'all-locations', () => import('./pages/all-locations.tsx')),
      page('/ad-details/:id', 'service-details', () => import('./pages/service-details.tsx')),
      page('/event-details/:id', 'event-details', () => import('./pages/event-details.tsx')),
      page('/category/:id', 'category', () => import('./pages/category.tsx')),
      page('/category/:id/subcategory/:subId', 'subcategory', () => import('./pages/subcategory.tsx')),
      page('/location/:id', 'location', () => import('./pages/location.tsx')),
      page('/state/:stateName', 'state', () => import('./pages/state.tsx')),
      page('*', 'not-found', () => import('./pages/not-found.tsx')),
    ],
  },
]
