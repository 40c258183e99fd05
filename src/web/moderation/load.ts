/** Loads what a tab of the dashboard shows. */

import type { Api } from '../../shared/api-client.ts'
import { cardText } from '../../shared/format.ts'
import { adminPageSize, pageSize } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { AdminListing } from '../../shared/moderation.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import {
  type DashboardView,
  oneOf,
  parseView,
  sortOptions,
  statusOptions,
  viewPath,
} from './dashboard-url.ts'

export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>
export type TabData<Tab extends DashboardData['tab']> = Extract<DashboardData, { tab: Tab }>
export type ListPage = { total: number; totalPages: number }
/** A listing with only the start of its description. */
export type AdminListingItem = Omit<AdminListing, 'description' | 'placeholders'> & {
  summary: string
  placeholder: string
}

export async function loadDashboard(api: Api, query: URLSearchParams, cardTextLength: number) {
  const view = parseView(query)
  if (!view) return { tab: null, overview: await api.getOverview({}) } as const
  const data = await loadTab(api, view, cardTextLength)
  // The last page disappears when its last row is decided.
  const lastPage = Math.max(1, data.totalPages)
  if (view.page > lastPage) throw new Redirect(viewPath({ ...view, page: lastPage }))
  return data
}

function loadTab(api: Api, view: DashboardView, cardTextLength: number) {
  switch (view.tab) {
    case 'users':
      return loadUsers(api, view)
    case 'admins':
      return loadAdmins(api, view)
    case 'services':
      return loadListings(api, view, 'services', 'service', cardTextLength)
    case 'events':
      return loadListings(api, view, 'events', 'event', cardTextLength)
    case 'reported-services':
      return loadCases(api, view, 'reported-services', 'service')
    case 'reported-events':
      return loadCases(api, view, 'reported-events', 'event')
    case 'messages':
      return loadMessages(api, view)
    case 'held-messages':
      return loadHeldMessages(api, view)
    case 'reported-conversations':
      return loadConversationReports(api, view)
    case 'reported-sellers':
      return loadSellerReports(api, view)
    case 'log':
      return loadLog(api, view)
  }
}

async function loadUsers(api: Api, view: DashboardView) {
  const { search, page } = view
  const sort = oneOf(sortOptions.users, view.sort)
  const { rows, total } = await api.listUsers({ query: { search, sort, page } })
  return { tab: 'users' as const, view, users: rows, total, totalPages: Math.ceil(total / adminPageSize) }
}

async function loadAdmins(api: Api, view: DashboardView) {
  const { search, page } = view
  const sort = oneOf(sortOptions.admins, view.sort)
  const { rows, total } = await api.listAdmins({ query: { search, sort, page } })
  return { tab: 'admins' as const, view, admins: rows, total, totalPages: Math.ceil(total / adminPageSize) }
}

async function loadListings<Tab extends 'services' | 'events'>(
  api: Api,
  view: DashboardView,
  tab: Tab,
  kind: Kind,
  cardTextLength: number,
) {
  const { search, page } = view
  const sort = oneOf(sortOptions.listings, view.sort)
  const status = oneOf(statusOptions.listings, view.status)
  const query = { kind, status, search, sort, page, limit: pageSize }
  const { listings, ...totals } = await api.listListingsForAdmin({ query })
  const items = listings.map((listing) => toItem(listing, cardTextLength))
  return { tab, view, kind, status, listings: items, ...totals }
}

const toItem = (
  { description, placeholders, ...listing }: AdminListing,
  cardTextLength: number,
): AdminListingItem => ({
  ...listing,
  summary: cardText(description, cardTextLength),
  placeholder: placeholders[0] ?? '',
})

async function loadCases<Tab extends 'reported-services' | 'reported-events'>(
  api: Api,
  view: DashboardView,
  tab: Tab,
  kind: Kind,
) {
  const { search, page } = view
  const sort = oneOf(sortOptions.cases, view.sort)
  const reply = await api.listCases({ query: { kind, search, sort, page, limit: pageSize } })
  return { tab, view, kind, ...reply }
}

async function loadMessages(api: Api, view: DashboardView) {
  const { search, page } = view
  const status = oneOf(statusOptions.messages, view.status) || undefined
  const reply = await api.listMessages({ query: { search, status, page, limit: pageSize } })
  return { tab: 'messages' as const, view, ...reply }
}

async function loadHeldMessages(api: Api, view: DashboardView) {
  const reply = await api.listHeldMessages({ query: { page: view.page, limit: pageSize } })
  return { tab: 'held-messages' as const, view, ...reply }
}

async function loadConversationReports(api: Api, view: DashboardView) {
  const reply = await api.listConversationReports({ query: { page: view.page, limit: pageSize } })
  return { tab: 'reported-conversations' as const, view, ...reply }
}

async function loadSellerReports(api: Api, view: DashboardView) {
  const reply = await api.listSellerReports({ query: { page: view.page, limit: pageSize } })
  return { tab: 'reported-sellers' as const, view, ...reply }
}

async function loadLog(api: Api, view: DashboardView) {
  const { search, page } = view
  return { tab: 'log' as const, view, ...(await api.listAuditLog({ query: { search, page } })) }
}
