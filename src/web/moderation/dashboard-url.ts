/** The dashboard's URL: its tabs, in the order of the specification (section 2), and the options of each list. */
import type { CallRequest } from '../../shared/contract.ts'
import { maxSearchTextLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { readPage } from '../browse/lists/url-params.ts'

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
  { id: 'fields', label: 'Fields' },
  { id: 'categories', label: 'Categories' },
  { id: 'places', label: 'Places' },
  { id: 'settings', label: 'Settings' },
  { id: 'texts', label: 'Texts' },
  { id: 'log', label: 'Log' },
] as const
export type TabId = (typeof tabs)[number]['id']

export const listingTabs = { service: 'services', event: 'events' } as const satisfies Record<Kind, TabId>

type SortedCall = 'listUsers' | 'listAdmins' | 'listListingsForAdmin' | 'listCases'
type Sorts<Call extends SortedCall> = Record<CallRequest<Call>['query']['sort'], string>

/** The first option of each list is its default, and is left out of the URL. */
export const sortOptions = {
  users: { newest: 'Newest first', name: 'Name', email: 'Email' } satisfies Sorts<'listUsers'>,
  admins: { email: 'Email', name: 'Name', pending: 'Pending first' } satisfies Sorts<'listAdmins'>,
  listings: {
    newest: 'Newest first',
    'price-asc': 'Price: low to high',
    'price-desc': 'Price: high to low',
  } satisfies Sorts<'listListingsForAdmin'>,
  cases: {
    oldest: 'Longest waiting first',
    newest: 'Latest report first',
    most: 'Most reported first',
  } satisfies Sorts<'listCases'>,
}

export const statusOptions = {
  listings: {
    live: 'Live',
    reported: 'Reported',
    hidden: 'Hidden',
    deleted: 'Deleted',
  } satisfies Record<CallRequest<'listListingsForAdmin'>['query']['status'], string>,
  messages: {
    '': 'All',
    new: 'Not sent yet',
    sent: 'Sent',
    failed: 'Failed',
    done: 'Done',
  } satisfies Record<'' | NonNullable<CallRequest<'listMessages'>['query']['status']>, string>,
}

/**
 * `field` and `text` are the keys of the field and the text that are edited, or `newField` and `newText`; with categories, `field` is the id of
 * the one that is edited, or `newField` followed by the id of its category; with places, the same. `version` is the one of the text that is shown; `invitation`, the
 * token of one that was just created.
 */
export type DashboardView = Record<'search' | 'sort' | 'status' | 'field', string> & {
  tab: TabId
  page: number
  invitation?: string
  text?: string
  version?: string
}

/** No field and no text has this key. */
export const newField = '-'
export const newText = '-'

/**
 * Returns null without a known tab: that is the overview. Accepts any text elsewhere, since people type, cut and share
 * URLs.
 */
export function parseView(query: URLSearchParams): DashboardView | null {
  const tab = tabs.find(({ id }) => id === query.get('tab'))
  if (!tab) return null
  const rest = Object.fromEntries(
    ['invitation', 'text', 'version'].flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const view = {
    tab: tab.id,
    search: (query.get('search') ?? '').trim().slice(0, maxSearchTextLength),
    sort: query.get('sort') ?? '',
    status: query.get('status') ?? '',
    page: readPage(query),
    field: query.get('field') ?? '',
  }
  return { ...view, ...rest }
}

/** Returns `value` if it is one of the options, else the first option. */
export function oneOf<Option extends string>(labels: Record<Option, string>, value: string): Option {
  const options = Object.keys(labels) as Option[]
  // There is always a first option: they are all defined above.
  return options.find((option) => option === value) ?? (options[0] as Option)
}
