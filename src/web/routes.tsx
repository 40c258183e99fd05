/** Every screen of specification, section 2, in its order. Each page is its own chunk. */

import type { Kind } from '../shared/listing.ts'
import { loadFailures } from '../shared/messages/pages.ts'
import { t } from '../shared/translate.ts'
import { type AuthedLoaderContext, createAuthedLoader, type LoaderContext } from './framework/loading.ts'
import { createMatcher, type PageCode, type Route } from './framework/router/route.ts'
import { paths } from './paths.ts'
import { PageError } from './site/layout/page-error.tsx'

/** What a page says when it fails to load. Without one, it says that something went wrong. */
type Failure = keyof typeof loadFailures

/** Some pages are shared by services and events: their loader and component are passed the kind. */
type PageModule<Context> = {
  loader?: (context: Context, kind: Kind) => Promise<unknown>
  Component: React.ComponentType<{ kind: Kind }>
}
type PageRow<Context> = [
  path: string,
  /** The page's file name, by which the server looks up its chunks. The second page of a file adds a name. */
  id: string,
  importPage: () => Promise<PageModule<Context>>,
  failure?: Failure,
  /** The kind that a shared page shows. */
  kind?: Kind,
]

type ToLoader<Context> = (load: (context: Context) => Promise<unknown>) => PageCode['loader']

/** Runs the loader once the user is known. */
const toPrivateLoader: ToLoader<AuthedLoaderContext> = (load) => createAuthedLoader(load, paths.signIn)

const toPublicLoader: ToLoader<LoaderContext> = (load) => load

const page = (...row: PageRow<LoaderContext>) => pageRoute(toPublicLoader, row)
const privatePage = (...row: PageRow<AuthedLoaderContext>) => pageRoute(toPrivateLoader, row)

function pageRoute<Context>(
  toLoader: ToLoader<Context>,
  [path, id, importPage, failure, sharedKind]: PageRow<Context>,
): Route {
  const kind = sharedKind ?? 'service'
  return {
    id: sharedKind ? `${id}:${kind}` : id,
    path,
    load: async () => {
      const { loader = async () => {}, Component } = await importPage()
      return {
        // The key remounts a shared page when the kind changes.
        element: <Component key={kind} kind={kind} />,
        ...(failure && { errorElement: <PageError message={t(loadFailures[failure])} /> }),
        loader: toLoader((context) => loader(context, kind)),
      }
    },
  }
}

/** Returns the name of the page's file in `web/pages`, by which the server finds its chunks. */
export const pageFile = (routeId: string): string => routeId.split(':')[0] ?? ''

const postListing = () => import('./pages/post-listing.tsx')
const editListing = () => import('./pages/edit-listing.tsx')
const importedCalendars = () => import('./pages/imported-calendars.tsx')
const changeDate = () => import('./pages/change-date.tsx')
const ownListings = () => import('./pages/own-listings.tsx')

const privatePages: Route[] = [
  privatePage('/profile', 'profile', () => import('./pages/profile.tsx'), 'profile'),
  privatePage('/profile/account', 'account', () => import('./pages/account.tsx'), 'profile'),
  privatePage('/profile/decisions', 'decisions', () => import('./pages/decisions.tsx'), 'data'),
  privatePage('/update-profile', 'update-profile', () => import('./pages/update-profile.tsx'), 'profile'),
  privatePage('/post', 'post', () => import('./pages/post.tsx')),
  privatePage('/post-services', 'post-listing', postListing, 'data', 'service'),
  privatePage('/post-events', 'post-listing', postListing, 'data', 'event'),
  privatePage('/my-services', 'own-listings', ownListings, 'services', 'service'),
  privatePage('/my-events', 'own-listings', ownListings, 'events', 'event'),
  privatePage('/imported-calendars', 'imported-calendars', importedCalendars, 'data'),
  privatePage('/service-update/:id', 'edit-listing', editListing, 'services', 'service'),
  privatePage('/event-update/:id', 'edit-listing', editListing, 'event', 'event'),
  privatePage('/event-details/:id/dates/:day', 'change-date', changeDate, 'event'),
  privatePage('/messages', 'messages', () => import('./pages/messages.tsx'), 'data'),
  privatePage('/messages/:id', 'conversation', () => import('./pages/conversation.tsx'), 'data'),
  privatePage('/attending', 'attending', () => import('./pages/attending.tsx'), 'events'),
  privatePage('/saved-searches', 'saved-searches', () => import('./pages/saved-searches.tsx'), 'data'),
  privatePage('/save-search', 'save-search', () => import('./pages/save-search.tsx')),
  privatePage('/seller/:id/recommend', 'recommend', () => import('./pages/recommend.tsx'), 'data'),
  privatePage('/recommendation/:id', 'recommendation', () => import('./pages/recommendation.tsx'), 'data'),
  privatePage('/admin', 'admin', () => import('./pages/admin.tsx'), 'data'),
]

const allListings = () => import('./pages/all-listings.tsx')
const messageAuthor = () => import('./pages/message-author.tsx')
const visitorConversation = () => import('./pages/visitor-conversation.tsx')
const category = () => import('./pages/category.tsx')
const listingDetails = () => import('./pages/listing-details.tsx')

const findPrivatePage = createMatcher(privatePages)

/** Whether a path is for signed-in users only. */
export const isPrivate = (path: string) => findPrivatePage(path) !== null

/** Returns the pages; the first that matches a path is shown. `slug` is the site's, which is part of the path of the suggestions. */
export const createRoutes = (slug: string): Route[] => [
  page('/', 'home', () => import('./pages/home.tsx'), 'data'),
  page('/signin', 'sign-in', () => import('./pages/sign-in.tsx'), 'data'),
  page('/signup', 'sign-up', () => import('./pages/sign-up.tsx'), 'data'),
  page('/check-your-inbox', 'check-your-inbox', () => import('./pages/check-your-inbox.tsx')),
  page('/email-link', 'email-link', () => import('./pages/email-link.tsx')),
  page('/verify-email', 'verify-email', () => import('./pages/verify-email.tsx'), 'data'),
  page('/reset-password', 'reset-password', () => import('./pages/reset-password.tsx')),
  page('/all-services', 'all-listings', allListings, 'services', 'service'),
  page('/all-events', 'all-listings', allListings, 'events', 'event'),
  page('/search', 'search', () => import('./pages/search.tsx'), 'data'),
  page('/embed-events', 'embed-events', () => import('./pages/embed-events.tsx'), 'data'),
  page('/all-categories', 'all-categories', () => import('./pages/all-categories.tsx'), 'categories'),
  page('/all-locations', 'all-locations', () => import('./pages/all-locations.tsx'), 'locations'),
  page('/ad-details/:id', 'listing-details', listingDetails, 'services', 'service'),
  page('/event-details/:id', 'listing-details', listingDetails, 'event', 'event'),
  page('/event-details/:id/dates', 'event-dates', () => import('./pages/event-dates.tsx'), 'event'),
  page('/event-details/:id/check-in', 'check-in', () => import('./pages/check-in.tsx'), 'event'),
  page('/ad-details/:id/message', 'message-author', messageAuthor, 'data', 'service'),
  page('/event-details/:id/message', 'message-author', messageAuthor, 'data', 'event'),
  page('/unsubscribe', 'unsubscribe', () => import('./pages/unsubscribe.tsx')),
  page('/your-conversation', 'visitor-conversation', visitorConversation, 'data'),
  page('/stop-messages', 'stop-messages', () => import('./pages/stop-messages.tsx')),
  page('/renew-service', 'renew-service', () => import('./pages/renew-service.tsx'), 'data'),
  page('/category/:id', 'category', category, 'category'),
  page('/category/:id/subcategory/:subId', 'category:subcategory', category, 'category'),
  page('/location/:id', 'location', () => import('./pages/location.tsx'), 'location'),
  page('/state/:stateName', 'state', () => import('./pages/state.tsx'), 'location'),
  page('/saved', 'saved', () => import('./pages/saved.tsx'), 'data'),
  page('/seller/:id', 'seller', () => import('./pages/seller.tsx'), 'data'),
  page('/seller/:id/report', 'report-seller', () => import('./pages/report-seller.tsx'), 'data'),
  page('/safety-guide', 'safety-guide', () => import('./pages/safety-guide.tsx'), 'data'),
  page('/customer-safety-guide', 'customer-guide', () => import('./pages/customer-guide.tsx'), 'data'),
  page('/provider-safety-guide', 'provider-guide', () => import('./pages/provider-guide.tsx'), 'data'),
  page(paths.suggestions(slug), 'suggestions', () => import('./pages/suggestions.tsx'), 'categories'),
  page('/about', 'about', () => import('./pages/about.tsx'), 'data'),
  page('/contact', 'contact', () => import('./pages/contact.tsx')),
  page('/privacy', 'privacy', () => import('./pages/privacy.tsx'), 'data'),
  page('/transparency', 'transparency', () => import('./pages/transparency.tsx'), 'data'),
  page('/cookies', 'cookies', () => import('./pages/cookies.tsx')),
  page('/setup', 'setup', () => import('./pages/setup.tsx'), 'data'),
  page('/offline', 'offline', () => import('./pages/offline.tsx')),
  ...privatePages,
  page('/:address', 'text-page', () => import('./pages/text-page.tsx'), 'data'),
  page('*', 'not-found', () => import('./pages/not-found.tsx'), 'data'),
]
