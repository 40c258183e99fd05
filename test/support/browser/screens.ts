/** Every public screen: its path, its title, which is also its heading, and something that it must show. */
import type { Locator, Page } from '@playwright/test'
import { createRenewalTokens } from '../../../src/server/modules/listings/freshness/ask-authors.ts'
import { createUnsubscribeLinks } from '../../../src/server/modules/notifications/unsubscribe-links.ts'
import type { Api } from '../../../src/shared/api-client.ts'
import { pageNotFound } from '../../../src/shared/messages/pages.ts'
import { defaultSettings } from '../../../src/shared/settings/table.ts'
import { siteSecret } from '../site/site-secret.ts'

export type Screen = {
  path: string
  status: number
  /** The page's title, which is also its heading. */
  title: string
  content: Locator
}

type Row = {
  screen: string
  /** It changes after it has loaded, so the sections of the header load, too. */
  changesItself?: true
  find: (page: Page, api: Api) => Promise<Screen>
}

export const screens: Row[] = [
  {
    screen: '/',
    find: async (page) =>
      screenAt('/', defaultSettings.tagline, page.getByRole('heading', { name: 'Top Categories' })),
  },
  {
    screen: '/all-services',
    find: async (page) => screenAt('/all-services', 'All Services', cards(page)),
  },
  {
    screen: '/all-events',
    find: async (page) => screenAt('/all-events', 'All Events', cards(page)),
  },
  {
    screen: '/embed-events',
    find: async (page) =>
      screenAt('/embed-events?state=Texas', 'Embed this list', page.getByLabel('Code for your page')),
  },
  {
    screen: '/all-events?view=month',
    find: async (page) =>
      screenAt(
        '/all-events?view=month',
        'All Events',
        page.getByRole('table', { name: /^[A-Z][a-z]+ \d{4}$/ }),
      ),
  },
  {
    screen: '/all-events?view=week',
    find: async (page) =>
      screenAt('/all-events?view=week', 'All Events', page.getByRole('region', { name: 'Calendar' })),
  },
  {
    screen: '/search',
    find: async (page) => screenAt('/search?searchtext=dog', 'Results for "dog"', cards(page)),
  },
  {
    screen: '/all-categories',
    find: async (page) =>
      screenAt('/all-categories', 'Categories', page.getByRole('link', { name: 'Dog Walking' })),
  },
  {
    screen: '/all-locations',
    find: async (page) =>
      screenAt('/all-locations', 'Locations', page.getByText('Here you can find Ads By Location')),
  },
  {
    screen: '/ad-details/{id}',
    find: async (page, api) => {
      const { _id, title, description } = first(
        (await api.listServices({ query: { page: 1, limit: 1 } })).services,
      )
      return screenAt(`/ad-details/${_id}`, title, page.getByText(firstLine(description)))
    },
  },
  {
    screen: '/event-details/{id}',
    find: async (page, api) => {
      const { _id, title, description } = first(
        (await api.listEvents({ query: { page: 1, limit: 1 } })).events,
      )
      return screenAt(`/event-details/${_id}`, title, page.getByText(firstLine(description)))
    },
  },
  {
    screen: '/event-details/{id}/dates',
    find: async (page, api) => {
      const { _id, title } = first((await api.listEvents({ query: { page: 1, limit: 1 } })).events)
      return screenAt(
        `/event-details/${_id}/dates`,
        `Dates of ${title}`,
        page.getByRole('link', { name: 'Back to the event' }),
      )
    },
  },
  {
    screen: '/category/{slug}',
    find: async (page, api) => screenAt(`/category/${(await pets(api)).slug}`, 'Pet Services', cards(page)),
  },
  {
    screen: '/category/{id}',
    find: async (page, api) => screenAt(`/category/${(await pets(api))._id}`, 'Pet Services', cards(page)),
  },
  {
    screen: '/category/{id}/subcategory/{subId}',
    find: async (page, api) => {
      const { _id, subcategories } = await pets(api)
      const { id, name } = first(subcategories.filter(({ name }) => name === 'Dog Walking'))
      return screenAt(`/category/${_id}/subcategory/${id}`, name, cards(page))
    },
  },
  {
    screen: '/location/{id}',
    find: async (page, api) => {
      const { slug, name } = first(await api.listLocations({}))
      return screenAt(`/location/${slug}`, name, cards(page))
    },
  },
  {
    screen: '/state/{stateName}',
    find: async (page) => screenAt('/state/New%20York', 'New York', cards(page)),
  },
  {
    screen: '/seller/{id}',
    find: async (page, api) => {
      const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
      const { seller } = await api.getService({ params: { id: _id }, query: {} })
      return screenAt(`/seller/${seller.id}`, seller.name ?? '', cards(page))
    },
  },
  {
    screen: '/seller/{id}/report',
    find: async (page, api) => {
      const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
      const { seller } = await api.getService({ params: { id: _id }, query: {} })
      return screenAt(`/seller/${seller.id}/report`, `Report ${seller.name}`, submit(page, 'Send report'))
    },
  },
  {
    screen: '/saved',
    changesItself: true,
    find: async (page) => screenAt('/saved', 'Saved ads', page.getByText('see them on your other devices')),
  },
  {
    screen: '/signin',
    find: async (page) => screenAt('/signin', 'Sign In', submit(page, 'Sign In')),
  },
  {
    screen: '/signup',
    find: async (page) => screenAt('/signup', 'Sign Up', submit(page, 'Sign Up')),
  },
  {
    screen: '/check-your-inbox',
    find: async (page) =>
      screenAt(
        '/check-your-inbox',
        'Check your inbox',
        page.getByRole('main').getByRole('link', { name: 'Sign In' }),
      ),
  },
  {
    screen: '/verify-email',
    find: async (page) =>
      screenAt('/verify-email?token=any', 'Verify your email', page.getByText('This link has expired')),
  },
  {
    screen: '/reset-password',
    find: async (page) =>
      screenAt('/reset-password?token=any', 'Choose a new password', submit(page, 'Save password')),
  },
  {
    screen: '/email-link',
    find: async (page) => screenAt('/email-link?token=any', 'Sign in by email', submit(page, 'Sign In')),
  },
  {
    screen: '/unsubscribe',
    find: async (page, api) => {
      const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
      const { seller } = await api.getService({ params: { id: _id }, query: {} })
      const path = createUnsubscribeLinks(siteSecret).create({ kind: 'event-changes', id: seller.id })
      return screenAt(path, 'Stop these emails', submit(page, 'Stop emails'))
    },
  },
  {
    screen: '/renew-service',
    find: async (page, api) => {
      const { _id, title } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
      const token = createRenewalTokens(siteSecret).create(_id)
      return screenAt(`/renew-service?token=${token}`, 'Still offering this?', page.getByText(title))
    },
  },
  {
    screen: '/safety-guide',
    find: async (page) =>
      screenAt('/safety-guide', 'Safety Guide', page.getByRole('link', { name: 'Customer Safety Guide' })),
  },
  {
    screen: '/customer-safety-guide',
    find: async (page) =>
      screenAt('/customer-safety-guide', 'Customer Safety Guide', section(page, 'Pay securely')),
  },
  {
    screen: '/provider-safety-guide',
    find: async (page) =>
      screenAt('/provider-safety-guide', 'Provider Safety Guide', section(page, 'Recognize scams')),
  },
  {
    screen: '/{product}-suggestions',
    find: async (page) =>
      screenAt(
        '/corkboard-suggestions',
        `${defaultSettings.name} Suggestions`,
        page.getByRole('link', { name: 'Dog Walking' }),
      ),
  },
  {
    screen: '/about',
    find: async (page) => screenAt('/about', 'About', section(page, 'How It Works')),
  },
  {
    screen: '/privacy',
    find: async (page) => screenAt('/privacy', 'Privacy Policy', page.getByText('22nd March 2025')),
  },
  {
    screen: '/cookies',
    // It has no content besides its title.
    find: async (page) => screenAt('/cookies', 'Cookies', page.getByRole('heading', { name: 'Cookies' })),
  },
  {
    screen: '/contact',
    find: async (page) => screenAt('/contact', 'Contact', submit(page, 'Send message')),
  },
  {
    screen: 'an unknown path',
    find: async (page) => ({
      ...screenAt('/no-such-page', pageNotFound.title, page.getByText(pageNotFound.text)),
      status: 404,
    }),
  },
]

/** Screens of events that only people who are signed in see. `series` is an event of theirs, which repeats weekly from `day`. */
export const privateEventScreens: PrivateScreen[] = [
  {
    path: ({ series, day }: OwnSeries) => `/event-details/${series}/dates/${day}`,
    title: 'Change a date',
    content: (page: Page) => submit(page, 'Save change'),
  },
  {
    path: () => '/imported-calendars',
    title: 'Imported calendars',
    // The form for a file has the code of fields.
    maxScript: 150_000,
    content: (page: Page) => page.getByText('We stopped trying.'),
  },
  {
    path: ({ series }) => `/event-details/${series}/check-in`,
    title: 'Check-in',
    // It fetches what reads codes, for when there is no connection.
    maxScript: 150_000,
    content: (page: Page) => page.getByText('1 person checked in', { exact: false }),
  },
  {
    path: () => '/attending',
    title: 'Events you’re going to',
    content: (page: Page) => page.getByText('Going', { exact: false }).last(),
  },
  {
    path: () => '/post-events',
    title: 'Post an event',
    maxScript: 150_000,
    content: (page: Page) => submit(page, 'Post Event'),
  },
]
type OwnSeries = { series: string; day: string }
type PrivateScreen = {
  path: (own: OwnSeries) => string
  title: string
  content: (page: Page) => Locator
  /** In bytes, if the page may have more scripts than others. */
  maxScript?: number
}

const screenAt = (path: string, title: string, content: Locator): Screen => ({
  path,
  status: 200,
  title,
  content,
})
const submit = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
const section = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const cards = (page: Page) => page.getByRole('article').first()
const pets = (api: Api) => api.getSingleCategory({ query: { category: 'Pet Services' } })
const firstLine = (text: string) => text.split('\n')[0] ?? text

/** Returns the first item. Throws if there is none. */
export function first<Item>(list: Item[]): Item {
  const [item] = list
  if (!item) throw new Error('The site has no item that this test needs.')
  return item
}
