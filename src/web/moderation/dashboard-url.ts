/** The dashboard's URL: its tabs, in the order of the specification (section 2), and the options of each list. */
import type { CallRequest } from '../../shared/contract.ts'
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

type Query<Call extends 'listUsers' | 'listAdmins' | 'listListingsForAdmin' | 'listCases' | 'listMessages'> =
  CallRequest<Call>['query']

/** The first option of each list is its default, and is left out of the URL. */
export const sortOptions = {
  users: { newest: 'Newest first', name: 'Name', email: 'Email' } satisfies Record<
    Query<'listUsers'>['sort'],
    string
  >,
  admins: { email: 'Email', name: 'Name', pending: 'Pending first' } satisfies Record<
    Query<'listAdmins'>['sort'],
    string
  >,
  listings: {
    newest: 'Newest first',
    'price-asc': 'Price: low to high',
    'price-desc': 'Price: high to low',
  } satisfies Record<Query<'listListingsForAdmin'>['sort'], string>,
  cases: {
    oldest: 'Longest waiting first',
    newest: 'Latest report first',
    most: 'Most reported first',
  } satisfies Record<Query<'listCases'>['sort'], string>,
}

export const statusOptions = {
  listings: {
    live: 'Live',
    reported: 'Reported',
    hidden: 'Hidden',
    deleted: 'Deleted',
  } satisfies Record<Query<'listListingsForAdmin'>['status'], string>,
  messages: {
    '': 'All',
    new: 'Not sent yet',
    sent: 'Sent',
    failed: 'Failed',
    done: 'Done',
  } satisfies Record<'' | NonNullable<Query<'listMessages'>['status']>, string>,
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
