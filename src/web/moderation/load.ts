/** Loads what a tab of the dashboard shows. */
import type { Api } from '../../shared/api-client.ts'
import { cardText } from '../../shared/format.ts'
import { adminPageSize, pageSize } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { AdminListing, Overview } from '../../shared/moderation.ts'
import { settingGroups, settingOf } from '../../shared/settings/table.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { paths } from '../paths.ts'
import {
  type DashboardView,
  newText,
  oneOf,
  parseView,
  sortOptions,
  statusOptions,
  type TabId,
} from './dashboard-url.ts'
import { nameTopics } from './field-properties.ts'

export type ListPage = { total: number; totalPages: number }
/** A listing with only the start of its description. */
export type AdminListingItem = Omit<AdminListing, 'description' | 'placeholders'> & {
  summary: string
  placeholder: string
}

export type TabData<Tab extends TabId> = { tab: Tab; view: DashboardView } & Awaited<
  ReturnType<(typeof loaders)[Tab]>
>
export type DashboardData = { tab: null; overview: Overview } | { [Tab in TabId]: TabData<Tab> }[TabId]

type Loader = (api: Api, view: DashboardView, cardTextLength: number) => Promise<ListPage>

const loaders = {
  async users(api, { search, sort, page }) {
    const query = { search, sort: oneOf(sortOptions.users, sort), page }
    const { rows, total } = await api.listUsers({ query })
    return { users: rows, total, totalPages: Math.ceil(total / adminPageSize) }
  },
  async admins(api, { search, sort, page }) {
    const query = { search, sort: oneOf(sortOptions.admins, sort), page }
    const { rows, total } = await api.listAdmins({ query })
    return { admins: rows, total, totalPages: Math.ceil(total / adminPageSize) }
  },
  services: (api, view, cardTextLength) => loadListings(api, view, 'service', cardTextLength),
  events: (api, view, cardTextLength) => loadListings(api, view, 'event', cardTextLength),
  'reported-services': (api, view) => loadCases(api, view, 'service'),
  'reported-events': (api, view) => loadCases(api, view, 'event'),
  messages(api, { search, status, page }) {
    const filter = { search, status: oneOf(statusOptions.messages, status) || undefined }
    return api.listMessages({ query: { ...filter, page, limit: pageSize } })
  },
  'held-messages': (api, { page }) => api.listHeldMessages({ query: { page, limit: pageSize } }),
  'reported-conversations': (api, { page }) =>
    api.listConversationReports({ query: { page, limit: pageSize } }),
  'reported-sellers': (api, { page }) => api.listSellerReports({ query: { page, limit: pageSize } }),
  async fields(api) {
    const [{ fields }, categories] = await Promise.all([api.listFieldsForAdmin({}), api.listCategories({})])
    return { fields, categories, total: fields.length, totalPages: 1 }
  },
  async categories(api) {
    const { topics, hasListings } = await api.listTopics({})
    return { topics, hasListings, total: topics.length, totalPages: 1 }
  },
  async places(api, { field, search, page }) {
    const parent = /^-?(\d{1,9})$/.exec(field)?.[1]
    // First, so that a country which is there by then is in the list, too.
    const all = parent || search ? null : await api.listCountries({})
    const listed = await api.listPlacesForAdmin({ query: { parent, search, page } })
    const isCountry = listed.place?.level === 'country'
    return { ...listed, countries: isCountry ? await api.listCountries({}) : all }
  },
  async settings(api, { search }) {
    const { settings } = await api.listSettings({})
    const words = search.toLowerCase().split(/\s+/)
    const found = settings.filter(({ key }) => {
      const { group, label, help, variable, type } = settingOf(key)
      const parts = type.control.parts.map((part) => part.label)
      const text = [key, label, help, variable, settingGroups[group], ...parts].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return { settings: found, total: found.length, totalPages: 1 }
  },
  async texts(api, { search, text, version }) {
    const query = /^\d{1,6}$/.test(version ?? '') ? { version: Number(version) } : {}
    const edited = text && text !== newText ? await api.getText({ params: { id: text }, query }) : null
    const { texts } = await api.listTexts({ query: { search } })
    return { texts, edited, total: texts.length, totalPages: 1 }
  },
  async log(api, { search, page }) {
    const [log, categories] = await Promise.all([
      api.listAuditLog({ query: { search, page } }),
      api.listCategories({}),
    ])
    const entries = log.entries.map((entry) => ({
      ...entry,
      before: nameTopics(entry.before, categories),
      after: nameTopics(entry.after, categories),
    }))
    return { ...log, entries }
  },
} satisfies Record<TabId, Loader>

export async function loadDashboard(
  api: Api,
  query: URLSearchParams,
  cardTextLength: number,
): Promise<DashboardData> {
  const view = parseView(query)
  if (!view) return { tab: null, overview: await api.getOverview({}) }
  const load: Loader = loaders[view.tab]
  const data = await load(api, view, cardTextLength)
  // The last page disappears when its last row is decided.
  const lastPage = Math.max(1, data.totalPages)
  if (view.page > lastPage) throw new Redirect(paths.admin({ ...view, page: lastPage }))
  // TypeScript cannot relate the tab to the data of its loader.
  return { ...data, tab: view.tab, view } as DashboardData
}

async function loadListings(api: Api, view: DashboardView, kind: Kind, cardTextLength: number) {
  const { search, page } = view
  const sort = oneOf(sortOptions.listings, view.sort)
  const status = oneOf(statusOptions.listings, view.status)
  const query = { kind, status, search, sort, page, limit: pageSize }
  const [{ listings, ...totals }, { reasons }] = await Promise.all([
    api.listListingsForAdmin({ query }),
    api.listRemovalReasons({}),
  ])
  const items = listings.map((listing) => toItem(listing, cardTextLength))
  return { kind, status, listings: items, reasons, ...totals }
}

const toItem = (
  { description, placeholders, ...listing }: AdminListing,
  cardTextLength: number,
): AdminListingItem => ({
  ...listing,
  summary: cardText(description, cardTextLength),
  placeholder: placeholders[0] ?? '',
})

async function loadCases(api: Api, { search, sort, page }: DashboardView, kind: Kind) {
  const query = { kind, search, sort: oneOf(sortOptions.cases, sort), page, limit: pageSize }
  const [cases, { reasons }] = await Promise.all([api.listCases({ query }), api.listRemovalReasons({})])
  return { kind, reasons, ...cases }
}
