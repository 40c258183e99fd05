/** Every screen of the specification's section 2, in its order. Each page is a chunk of its own. */
import { matchRoutes, type RouteObject } from 'react-router'
import { RootError } from './layout/error-screen.tsx'
import { Layout, loader as loadLayout } from './layout/layout.tsx'
import { type AuthedLoaderContext, createAuthedLoader, createLoader, type LoaderContext } from './loading.ts'
import { paths } from './paths.ts'

/** Its data say who is signed in. */
export const layoutId = 'layout'

type PageModule = {
  loader?: (given: LoaderContext) => Promise<unknown>
  Component: React.ComponentType
  ErrorBoundary?: React.ComponentType
}

/** The id is the page's file name: the server looks up the chunk to preload by it. */
function page(path: string, id: string, module: () => Promise<PageModule>): RouteObject {
  return {
    id,
    path,
    lazy: async () => {
      const { loader, Component, ErrorBoundary } = await module()
      return {
        Component,
        ...(loader && { loader: createLoader(loader) }),
        ...(ErrorBoundary && { ErrorBoundary }),
      }
    },
  }
}

type PrivateModule = Omit<PageModule, 'loader'> & {
  loader?: (given: AuthedLoaderContext) => Promise<unknown>
}

/** A page for those who are signed in: its loader is asked once it is known who is there. */
function privatePage(path: string, id: string, module: () => Promise<PrivateModule>): RouteObject {
  return {
    id,
    path,
    lazy: async () => {
      const { loader = async () => null, Component, ErrorBoundary } = await module()
      return {
        Component,
        loader: createAuthedLoader(loader),
        ...(ErrorBoundary && { ErrorBoundary }),
      }
    },
  }
}

const privatePages: RouteObject[] = [
  privatePage('/profile', 'profile', () => import('./pages/profile.tsx')),
  privatePage('/profile/account', 'account', () => import('./pages/account.tsx')),
  privatePage('/update-profile', 'update-profile', () => import('./pages/update-profile.tsx')),
  privatePage('/post', 'post', () => import('./pages/post.tsx')),
  privatePage('/post-services', 'post-services', () => import('./pages/post-services.tsx')),
  privatePage('/post-events', 'post-events', () => import('./pages/post-events.tsx')),
  privatePage('/my-services', 'my-services', () => import('./pages/my-services.tsx')),
  privatePage('/my-events', 'my-events', () => import('./pages/my-events.tsx')),
  privatePage('/service-update/:id', 'service-update', () => import('./pages/service-update.tsx')),
  privatePage('/event-update/:id', 'event-update', () => import('./pages/event-update.tsx')),
  privatePage('/admin', 'admin', () => import('./pages/admin.tsx')),
]

const isPrivate = (path: string) => matchRoutes(privatePages, path) !== null

/** `slug` is the product's: it stands in the address of the suggestions. */
export const createRoutes = (slug: string): RouteObject[] => [
  {
    id: layoutId,
    element: <Layout isPrivate={isPrivate} />,
    loader: createLoader(loadLayout),
    // Asked once: from then on every answer tells who is signed in (accounts/session.ts).
    shouldRevalidate: () => false,
    ErrorBoundary: RootError,
    children: [
      page('/', 'home', () => import('./pages/home.tsx')),
      page('/signin', 'sign-in', () => import('./pages/sign-in.tsx')),
      page('/signup', 'sign-up', () => import('./pages/sign-up.tsx')),
      page('/email-link', 'email-link', () => import('./pages/email-link.tsx')),
      page('/verify-email', 'verify-email', () => import('./pages/verify-email.tsx')),
      page('/reset-password', 'reset-password', () => import('./pages/reset-password.tsx')),
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
      page('/safety-guide', 'safety-guide', () => import('./pages/safety-guide.tsx')),
      page('/customer-safety-guide', 'customer-guide', () => import('./pages/customer-guide.tsx')),
      page('/provider-safety-guide', 'provider-guide', () => import('./pages/provider-guide.tsx')),
      page(paths.suggestions(slug), 'suggestions', () => import('./pages/suggestions.tsx')),
      page('/about', 'about', () => import('./pages/about.tsx')),
      page('/contact', 'contact', () => import('./pages/contact.tsx')),
      page('/privacy', 'privacy', () => import('./pages/privacy.tsx')),
      page('/cookies', 'cookies', () => import('./pages/cookies.tsx')),
      page('/offline', 'offline', () => import('./pages/offline.tsx')),
      ...privatePages,
      page('*', 'not-found', () => import('./pages/not-found.tsx')),
    ],
  },
]
