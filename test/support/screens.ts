/** Every public screen as a row: its address, its title, its heading, and something of what it is there to show. */
import type { Locator, Page } from '@playwright/test'
import type { Api } from '../../src/shared/api-client.ts'
import { pageNotFound } from '../../src/shared/messages/pages.ts'
import { defaultProduct } from '../../src/shared/product.ts'

type Screen = {
  path: string
  status: number
  /** Also the heading, on every screen. */
  title: string
  content: Locator
}

type Row = { screen: string; find: (page: Page, api: Api) => Promise<Screen> }

export const screens: Row[] = [
  {
    screen: '/',
    find: async (page) =>
      found('/', defaultProduct.tagline, page.getByRole('heading', { name: 'Top Categories' })),
  },
  {
    screen: '/all-services',
    find: async (page) => found('/all-services', 'All Services', cards(page)),
  },
  {
    screen: '/all-events',
    find: async (page) => found('/all-events', 'All Events', cards(page)),
  },
  {
    screen: '/all-categories',
    find: async (page) =>
      found('/all-categories', 'Categories', page.getByRole('link', { name: 'Dog Walking' })),
  },
  {
    screen: '/all-locations',
    find: async (page) =>
      found('/all-locations', 'Locations', page.getByText('Here you can find Ads By Location')),
  },
  {
    screen: '/ad-details/{id}',
    find: async (page, api) => {
      const { _id, title, description } = first(
        (await api.listServices({ query: { page: 1, limit: 1 } })).services,
      )
      return found(`/ad-details/${_id}`, title, page.getByText(firstLine(description)))
    },
  },
  {
    screen: '/event-details/{id}',
    find: async (page, api) => {
      const { _id, title, description } = first(
        (await api.listEvents({ query: { page: 1, limit: 1 } })).events,
      )
      return found(`/event-details/${_id}`, title, page.getByText(firstLine(description)))
    },
  },
  {
    screen: '/category/{slug}',
    find: async (page, api) => found(`/category/${(await pets(api)).slug}`, 'Pet Services', cards(page)),
  },
  {
    screen: '/category/{id}',
    find: async (page, api) => found(`/category/${(await pets(api))._id}`, 'Pet Services', cards(page)),
  },
  {
    screen: '/category/{id}/subcategory/{subId}',
    find: async (page, api) => {
      const { _id, subcategories } = await pets(api)
      const { id, name } = first(subcategories.filter(({ name }) => name === 'Dog Walking'))
      return found(`/category/${_id}/subcategory/${id}`, name, cards(page))
    },
  },
  {
    screen: '/location/{id}',
    find: async (page, api) => {
      const { slug, name } = first(await api.listLocations({}))
      return found(`/location/${slug}`, name, cards(page))
    },
  },
  {
    screen: '/state/{stateName}',
    find: async (page) => found('/state/New%20York', 'New York', cards(page)),
  },
  {
    screen: '/signin',
    find: async (page) => found('/signin', 'Sign In', submit(page, 'Sign In')),
  },
  {
    screen: '/signup',
    find: async (page) => found('/signup', 'Sign Up', submit(page, 'Sign Up')),
  },
  {
    screen: '/reset-password',
    find: async (page) =>
      found('/reset-password?token=any', 'Choose a new password', submit(page, 'Save password')),
  },
  {
    screen: '/email-link',
    find: async (page) => found('/email-link?token=any', 'Sign in by email', submit(page, 'Sign In')),
  },
  {
    screen: '/safety-guide',
    find: async (page) =>
      found('/safety-guide', 'Safety Guide', page.getByRole('link', { name: 'Customer Safety Guide' })),
  },
  {
    screen: '/customer-safety-guide',
    find: async (page) =>
      found('/customer-safety-guide', 'Customer Safety Guide', section(page, 'Pay securely')),
  },
  {
    screen: '/provider-safety-guide',
    find: async (page) =>
      found('/provider-safety-guide', 'Provider Safety Guide', section(page, 'Recognise scams')),
  },
  {
    screen: '/{product}-suggestions',
    find: async (page) =>
      found(
        `/${defaultProduct.slug}-suggestions`,
        `${defaultProduct.name} Suggestions`,
        page.getByRole('link', { name: 'Dog Walking' }),
      ),
  },
  {
    screen: '/about',
    find: async (page) => found('/about', 'About', section(page, 'How It Works')),
  },
  {
    screen: '/privacy',
    find: async (page) => found('/privacy', 'Privacy Policy', page.getByText('22nd March 2025')),
  },
  {
    screen: '/cookies',
    // There is nothing on it but its title.
    find: async (page) => found('/cookies', 'Cookies', page.getByRole('heading', { name: 'Cookies' })),
  },
  {
    screen: '/contact',
    find: async (page) => found('/contact', 'Contact', submit(page, 'Send message')),
  },
  {
    screen: 'an unknown address',
    find: async (page) => ({
      ...found('/no-such-page', pageNotFound.title, page.getByText(pageNotFound.text)),
      status: 404,
    }),
  },
]

const found = (path: string, title: string, content: Locator): Screen => ({
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

/** The first of a list that must have one. */
export function first<Item>(list: Item[]): Item {
  const [item] = list
  if (!item) throw new Error('The site has nothing of the kind that this test needs.')
  return item
}
