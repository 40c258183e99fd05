/** The dashboard's URL: its tabs, in the order of the specification (section 2), and the options of each list. */
import type { CallInput } from '../../shared/contract.ts'
import { maxSearchTextLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { readPage } from '../browse/lists/url-params.ts'
import { paths } from '../paths.ts'

export const tabs = [
  { id: 'users', label: 'Manage Users' },
  { id: 'admins', label: 'Manage Admins' },
  { id: 'services', label: 'Manage Services' },
  { id: 'events', label: 'Manage Events' },
  { id: 'reported-services', label: 'Reported Services' },
  { id: 'reported-events', label: 'Reported Events' },
  { id: 'messages', label: 'Messages' },
  { id: 'held-messages', label: 'Held Messages' },
  { id: 'reported-conversations', label: 'Reported Conversations' },
  { id: 'reported-sellers', label: 'Reported People' },
  { id: 'log', label: 'Log' },
] as const
export type TabId = (typeof tabs)[number]['id']

export const listingTabs = { service: 'services', event: 'events' } as const satisfies Record<Kind, TabId>

type ListCall = 'listUsers' | 'listAdmins' | 'listListingsForAdmin' | 'listCases' | 'listMessages'
type QueryValue<Call extends ListCall, Key extends string> = Key extends keyof CallInput<Call>['query']
  ? NonNullable<CallInput<Call>['query'][Key]>
  : never
type Labels<Value> = Record<Value & string, string>

/** The first option of each list is its default, and is left out of the URL. */
export const sortOptions = {
  users: { newest: 'Newest first', name: 'Name', email: 'Email' } satisfies Labels<
    QueryValue<'listUsers', 'sort'>
  >,
  admins: { email: 'Email', name: 'Name', pending: 'Pending first' } satisfies Labels<
    QueryValue<'listAdmins', 'sort'>
  >,
  listings: {
    newest: 'Newest first',
    'price-asc': 'Price: low to high',
    'price-desc': 'Price: high to low',
  } satisfies Labels<QueryValue<'listListingsForAdmin', 'sort'>>,
  cases: {
    oldest: 'Longest waiting first',
    newest: 'Latest report first',
    most: 'Most reported first',
  } satisfies Labels<QueryValue<'listCases', 'sort'>>,
}

export const statusOptions = {
  listings: {
    live: 'Live',
    reported: 'Reported',
    hidden: 'Hidden',
    deleted: 'Deleted',
  } satisfies Labels<QueryValue<'listListingsForAdmin', 'status'>>,
  messages: {
    '': 'All',
    new: 'Not sent yet',
    sent: 'Sent',
    failed: 'Failed',
    done: 'Done',
  } satisfies Labels<'' | QueryValue<'listMessages', 'status'>>,
}

export type DashboardView = { tab: TabId; search: string; sort: string; status: string; page: number }

/**
 * Returns null without a known tab: that is the overview. Accepts any text elsewhere, since people type, cut and share
 * URLs.
 */
export function parseView(query: URLSearchParams): DashboardView | null {
  const tab = tabs.find(({ id }) => id === query.get('tab'))
  if (!tab) return null
  return {
    tab: tab.id,
    search: (query.get('search') ?? '').trim().slice(0, maxSearchTextLength),
    sort: query.get('sort') ?? '',
    status: query.get('status') ?? '',
    page: readPage(query),
  }
}

/** Returns `value` if it is one of the options, else the first option. */
export function oneOf<Option extends string>(labels: Record<Option, string>, value: string): Option {
  const options = Object.keys(labels) as Option[]
  // There is always a first option: they are all defined above.
  return options.find((option) => option === value) ?? (options[0] as Option)
}

/** Returns the URL of a view, without the parameters that have their default value. */
export const viewPath = ({ tab, ...view }: Pick<DashboardView, 'tab'> & Partial<DashboardView>) =>
  paths.admin({ tab, ...view })
