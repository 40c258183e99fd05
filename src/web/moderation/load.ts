/** What each tab of the dashboard shows, asked for in one go. */
import { redirect } from 'react-router'
import type { Api } from '../../shared/api-client.ts'
import { truncate } from '../../shared/format.ts'
import { adminPageSize, pageSize } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { AdminListing } from '../../shared/moderation.ts'
import { sortsOf, statusesOf } from './tabs.ts'
import { chosen, readView, type View, viewPath } from './view.ts'

export type Shown = Awaited<ReturnType<typeof loadTab>>
export type TabData<Tab extends Shown['tab']> = Extract<Shown, { tab: Tab }>
/** A page of a list, wherever its total was told. */
export type ListPage = { total: number; totalPages: number }
/** As its list shows it: of the description only the beginning. */
export type ManagedRow = Omit<AdminListing, 'description' | 'placeholders'> & {
  summary: string
  placeholder: string
}

export async function loadTab(api: Api, query: URLSearchParams) {
  const view = readView(query)
  if (!view) return { tab: null, overview: await api.getOverview({}) } as const
  const shown = await load(api, view)
  // What was on the last page may have been decided: then there is another last one.
  const lastPage = Math.max(1, shown.totalPages)
  if (view.page > lastPage) throw redirect(viewPath({ ...view, page: lastPage }))
  return shown
}

function load(api: Api, view: View) {
  switch (view.tab) {
    case 'users':
      return loadUsers(api, view)
    case 'admins':
      return loadAdmins(api, view)
    case 'services':
      return loadManaged(api, view, 'services', 'service')
    case 'events':
      return loadManaged(api, view, 'events', 'event')
    case 'reported-services':
      return loadCases(api, view, 'reported-services', 'service')
    case 'reported-events':
      return loadCases(api, view, 'reported-events', 'event')
    case 'messages':
      return loadMessages(api, view)
    case 'log':
      return loadLog(api, view)
  }
}

async function loadUsers(api: Api, view: View) {
  const { search, page } = view
  const sort = chosen(sortsOf.users, view.sort)
  const { rows, total } = await api.listUsers({ query: { search, sort, page } })
  return { tab: 'users' as const, view, users: rows, total, totalPages: Math.ceil(total / adminPageSize) }
}

async function loadAdmins(api: Api, view: View) {
  const { search, page } = view
  const sort = chosen(sortsOf.admins, view.sort)
  const { rows, total } = await api.listAdmins({ query: { search, sort, page } })
  return { tab: 'admins' as const, view, admins: rows, total, totalPages: Math.ceil(total / adminPageSize) }
}

async function loadManaged<Tab extends 'services' | 'events'>(api: Api, view: View, tab: Tab, kind: Kind) {
  const { search, page } = view
  const sort = chosen(sortsOf.managed, view.sort)
  const status = chosen(statusesOf.managed, view.status)
  const query = { kind, status, search, sort, page, limit: pageSize }
  const { listings, ...counted } = await api.listListingsForAdmin({ query })
  return { tab, view, kind, status, listings: listings.map(toRow), ...counted }
}

const toRow = ({ description, placeholders, ...listing }: AdminListing): ManagedRow => ({
  ...listing,
  summary: truncate(description),
  placeholder: placeholders[0] ?? '',
})

async function loadCases<Tab extends 'reported-services' | 'reported-events'>(
  api: Api,
  view: View,
  tab: Tab,
  kind: Kind,
) {
  const { search, page } = view
  const sort = chosen(sortsOf.cases, view.sort)
  const reply = await api.listCases({ query: { kind, search, sort, page, limit: pageSize } })
  return { tab, view, kind, ...reply }
}

async function loadMessages(api: Api, view: View) {
  const { search, page } = view
  const status = chosen(statusesOf.messages, view.status) || undefined
  const reply = await api.listMessages({ query: { search, status, page, limit: pageSize } })
  return { tab: 'messages' as const, view, ...reply }
}

async function loadLog(api: Api, view: View) {
  const { search, page } = view
  return { tab: 'log' as const, view, ...(await api.listAuditLog({ query: { search, page } })) }
}
