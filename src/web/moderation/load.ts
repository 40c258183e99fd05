/** Loads what a tab of the dashboard shows. */
import type { CurrentUser } from '../../shared/account.ts'
import type { Api } from '../../shared/api-client.ts'
import { cardText } from '../../shared/format.ts'
import { adminPageSize, pageSize } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { AdminListing, Overview, Waiting } from '../../shared/moderation.ts'
import { settingGroups, settingOf } from '../../shared/settings/table.ts'
import { t } from '../../shared/translate.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { paths } from '../paths.ts'
import {
  type DashboardView,
  formerTabs,
  newText,
  oneOf,
  parseView,
  sortOptions,
  statusOptions,
  type TabId,
} from './dashboard-url.ts'
import { listNames, nameTopics } from './field-properties.ts'

export type ListPage = { total: number; totalPages: number }
/** A listing with only the start of its description. */
export type AdminListingItem = Omit<AdminListing, 'description' | 'placeholders'> & {
  summary: string
  placeholder: string
}

export type TabData<Tab extends TabId> = { tab: Tab; view: DashboardView } & Awaited<
  ReturnType<(typeof loaders)[Tab]>
>
export type DashboardData = { waiting: Waiting } & (
  | { tab: null; overview: Overview }
  | { [Tab in TabId]: TabData<Tab> }[TabId]
)

type Loader = (api: Api, view: DashboardView, cardTextLength: number) => Promise<ListPage>

const loaders = {
  async queue(api, view) {
    const { search, after } = view
    const source = oneOf(statusOptions.queue, view.status) || undefined
    const query = { source, search, sort: oneOf(sortOptions.queue, view.sort), after, limit: pageSize }
    const [queue, { reasons }] = await Promise.all([api.listCases({ query }), api.listRemovalReasons({})])
    // The last page disappears when its last case is decided.
    if (after && queue.cases.length === 0) throw new Redirect(paths.admin({ ...view, after: '' }))
    return { ...queue, source, reasons, totalPages: 1 }
  },
  async users(api, { search, sort, page }) {
    const query = { search, sort: oneOf(sortOptions.users, sort), page }
    const { rows, total } = await api.listUsers({ query })
    return { users: rows, total, totalPages: Math.ceil(total / adminPageSize) }
  },
  async admins(api, { search, sort, page }) {
    const query = { search, sort: oneOf(sortOptions.admins, sort), page }
    const [{ rows, total }, { topics }] = await Promise.all([api.listAdmins({ query }), api.listTopics({})])
    const categories = topics.filter(({ parent, retired }) => parent === null && !retired)
    return { team: rows, categories, total, totalPages: Math.ceil(total / adminPageSize) }
  },
  services: (api, view, cardTextLength) => loadListings(api, view, 'service', cardTextLength),
  events: (api, view, cardTextLength) => loadListings(api, view, 'event', cardTextLength),
  messages(api, { search, status, page }) {
    const filter = { search, status: oneOf(statusOptions.messages, status) || undefined }
    return api.listMessages({ query: { ...filter, page, limit: pageSize } })
  },
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
    const searched = search.toLowerCase().split(/\s+/)
    const found = settings.filter(({ key }) => {
      const { group, label, help, variable, type } = settingOf(key)
      const words = [label, help, settingGroups[group], ...type.control.parts.map((part) => part.label)]
      const text = [key, variable, ...words.map((message) => t(message))].join(' ').toLowerCase()
      return searched.every((word) => text.includes(word))
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
      before: listNames(nameTopics(entry.before, categories)),
      after: listNames(nameTopics(entry.after, categories)),
    }))
    return { ...log, entries }
  },
} satisfies Record<TabId, Loader>

export async function loadDashboard(
  api: Api,
  user: CurrentUser,
  query: URLSearchParams,
  cardTextLength: number,
): Promise<DashboardData> {
  const former = formerTabs[query.get('tab') ?? '']
  if (former) {
    const { search, sort } = Object.fromEntries(query)
    throw new Redirect(paths.admin({ tab: 'queue', status: former, search, sort }))
  }
  const view = parseView(query, user)
  if (!view) {
    const overview = await api.getOverview({})
    return { tab: null, overview, waiting: overview.waiting }
  }
  const load: Loader = loaders[view.tab]
  const [data, waiting] = await Promise.all([load(api, view, cardTextLength), api.countCases({})])
  // The last page disappears when its last row is decided.
  const lastPage = Math.max(1, data.totalPages)
  if (view.page > lastPage) throw new Redirect(paths.admin({ ...view, page: lastPage }))
  // TypeScript cannot relate the tab to the data of its loader.
  return { ...data, tab: view.tab, view, waiting } as DashboardData
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
