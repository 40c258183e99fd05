/** Every screen of specification, section 2, in its order. Each page is its own chunk. */
import type { Kind } from '../shared/listing.ts'
import {
  type AuthedLoaderContext,
  createAuthedLoader,
  createLoader,
  type LoaderContext,
  type Services,
} from './framework/loading.ts'
import { createMatcher, type PageCode, type Route } from './framework/router/route.ts'
import { paths } from './paths.ts'

type PageRoute = Route<Services>
type Loader = PageCode<Services>['loader']

type PageModule<Context> = {
  loader?: (context: Context) => Promise<unknown>
  Component: React.ComponentType
  ErrorBoundary?: React.ComponentType
}

/** The id is the page's file name: the server looks up its chunks by it. */
function page(path: string, id: string, importPage: () => Promise<PageModule<LoaderContext>>): PageRoute {
  return {
    id,
    path,
    load: async () => {
      const { loader, Component, ErrorBoundary } = await importPage()
      return {
        ...toElements(Component, ErrorBoundary),
        ...(loader && { loader: createLoader(loader) }),
      }
    },
  }
}

/** A page for signed-in users only: its loader runs once the user is known. */
function privatePage(
  path: string,
  id: string,
  importPage: () => Promise<PageModule<AuthedLoaderContext>>,
): PageRoute {
  return {
    id,
    path,
    load: async () => {
      const { loader = async () => null, Component, ErrorBoundary } = await importPage()
      return {
        ...toElements(Component, ErrorBoundary),
        loader: createAuthedLoader(loader, paths.signIn),
      }
    },
  }
}

const toElements = (Component: React.ComponentType, ErrorBoundary?: React.ComponentType) => ({
  element: <Component />,
  ...(ErrorBoundary && { errorElement: <ErrorBoundary /> }),
})

type KindModule<Context> = {
  loader: (context: Context, kind: Kind) => Promise<unknown>
  Component: React.ComponentType<{ kind: Kind }>
  ErrorBoundary: React.ComponentType<{ kind: Kind }>
}

/** A page shared by services and events: its loader and components are passed the kind. */
const kindPage = (
  path: string,
  file: string,
  kind: Kind,
  importPage: () => Promise<KindModule<LoaderContext>>,
): PageRoute =>
  kindRoute(path, file, kind, importPage, (loader) => createLoader((context) => loader(context, kind)))

const privateKindPage = (
  path: string,
  file: string,
  kind: Kind,
  importPage: () => Promise<KindModule<AuthedLoaderContext>>,
): PageRoute =>
  kindRoute(path, file, kind, importPage, (loader) =>
    createAuthedLoader((context) => loader(context, kind), paths.signIn),
  )

function kindRoute<Context>(
  path: string,
  file: string,
  kind: Kind,
  importPage: () => Promise<KindModule<Context>>,
  toLoader: (loader: KindModule<Context>['loader']) => Loader,
): PageRoute {
  return {
    id: `${file}:${kind}`,
    path,
    load: async () => {
      const { loader, Component, ErrorBoundary } = await importPage()
      return {
        // The key remounts the page when the kind changes: both routes render the same component.
        element: <Component key={kind} kind={kind} />,
        loader: toLoader(loader),
        errorElement: <ErrorBoundary key={kind} kind={kind} />,
      }
    },
  }
}

/** Returns the name of the page's file in `web/pages`, by which the server finds its chunks. */
export const pageFile = (routeId: string): string => routeId.split(':')[0] ?? ''

const postListing = () => import('./pages/post-listing.tsx')
const postedListing = () => import('./pages/posted-listing.tsx')
const editListing = () => import('./pages/edit-listing.tsx')
const ownListings = () => import('./pages/own-listings.tsx')

const privatePages: PageRoute[] = [
  privatePage('/profile', 'profile', () => import('./pages/profile.tsx')),
  privatePage('/profile/account', 'account', () => import('./pages/account.tsx')),
  privatePage('/update-profile', 'update-profile', () => import('./pages/update-profile.tsx')),
  privatePage('/post', 'post', () => import('./pages/post.tsx')),
  privateKindPage('/post-services', 'post-listing', 'service', postListing),
  privateKindPage('/post-events', 'post-listing', 'event', postListing),
  privateKindPage('/service-posted/:id', 'posted-listing', 'service', postedListing),
  privateKindPage('/event-posted/:id', 'posted-listing', 'event', postedListing),
  privateKindPage('/my-services', 'own-listings', 'service', ownListings),
  privateKindPage('/my-events', 'own-listings', 'event', ownListings),
  privatePage('/imported-calendars', 'imported-calendars', () => import('./pages/imported-calendars.tsx')),
  privateKindPage('/service-update/:id', 'edit-listing', 'service', editListing),
  privateKindPage('/event-update/:id', 'edit-listing', 'event', editListing),
  privatePage('/event-details/:id/dates/:day', 'change-date', () => import('./pages/change-date.tsx')),
  privatePage('/messages', 'messages', () => import('./pages/messages.tsx')),
  privatePage('/messages/:id', 'conversation', () => import('./pages/conversation.tsx')),
  privatePage('/attending', 'attending', () => import('./pages/attending.tsx')),
  privatePage('/saved-searches', 'saved-searches', () => import('./pages/saved-searches.tsx')),
  privatePage('/save-search', 'save-search', () => import('./pages/save-search.tsx')),
  privatePage('/seller/:id/recommend', 'recommend', () => import('./pages/recommend.tsx')),
  privatePage('/recommendation/:id', 'recommendation', () => import('./pages/recommendation.tsx')),
  privatePage('/admin', 'admin', () => import('./pages/admin.tsx')),
]

const allListings = () => import('./pages/all-listings.tsx')
const messageAuthor = () => import('./pages/message-author.tsx')
const listingDetails = () => import('./pages/listing-details.tsx')

const findPrivatePage = createMatcher(privatePages)

/** Whether a path is for signed-in users only. */
export const isPrivate = (path: string) => findPrivatePage(path) !== null

/** Returns the pages; the first that matches a path is shown. `slug` is the product's, which is part of the path of the suggestions. */
export const createRoutes = (slug: string): PageRoute[] => [
  page('/', 'home', () => import('./pages/home.tsx')),
  page('/signin', 'sign-in', () => import('./pages/sign-in.tsx')),
  page('/signup', 'sign-up', () => import('./pages/sign-up.tsx')),
  page('/check-your-inbox', 'check-your-inbox', () => import('./pages/check-your-inbox.tsx')),
  page('/email-link', 'email-link', () => import('./pages/email-link.tsx')),
  page('/verify-email', 'verify-email', () => import('./pages/verify-email.tsx')),
  page('/reset-password', 'reset-password', () => import('./pages/reset-password.tsx')),
  kindPage('/all-services', 'all-listings', 'service', allListings),
  kindPage('/all-events', 'all-listings', 'event', allListings),
  page('/search', 'search', () => import('./pages/search.tsx')),
  page('/embed-events', 'embed-events', () => import('./pages/embed-events.tsx')),
  page('/all-categories', 'all-categories', () => import('./pages/all-categories.tsx')),
  page('/all-locations', 'all-locations', () => import('./pages/all-locations.tsx')),
  kindPage('/ad-details/:id', 'listing-details', 'service', listingDetails),
  kindPage('/event-details/:id', 'listing-details', 'event', listingDetails),
  page('/event-details/:id/dates', 'event-dates', () => import('./pages/event-dates.tsx')),
  kindPage('/ad-details/:id/message', 'message-author', 'service', messageAuthor),
  kindPage('/event-details/:id/message', 'message-author', 'event', messageAuthor),
  page('/unsubscribe', 'unsubscribe', () => import('./pages/unsubscribe.tsx')),
  page('/your-conversation', 'visitor-conversation', () => import('./pages/visitor-conversation.tsx')),
  page('/stop-messages', 'stop-messages', () => import('./pages/stop-messages.tsx')),
  page('/renew-service', 'renew-service', () => import('./pages/renew-service.tsx')),
  page('/category/:id', 'category', () => import('./pages/category.tsx')),
  page('/category/:id/subcategory/:subId', 'subcategory', () => import('./pages/subcategory.tsx')),
  page('/location/:id', 'location', () => import('./pages/location.tsx')),
  page('/state/:stateName', 'state', () => import('./pages/state.tsx')),
  page('/saved', 'saved', () => import('./pages/saved.tsx')),
  page('/seller/:id', 'seller', () => import('./pages/seller.tsx')),
  page('/seller/:id/report', 'report-seller', () => import('./pages/report-seller.tsx')),
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
]
