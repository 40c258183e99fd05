/** The dashboard's URL: its tabs, and the options of each list. */
import type { CurrentUser } from '../../shared/account.ts'
import { type CaseSource, caseSources } from '../../shared/case-sources.ts'
import type { CallRequest } from '../../shared/contract.ts'
import { maxSearchTextLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { Waiting } from '../../shared/moderation.ts'
import { hasRole } from '../../shared/policy.ts'
import { type Message, msg } from '../../shared/translate.ts'
import { readPage } from '../browse/lists/url-params.ts'

/** `role` is the one with the fewest rights who has the tab. */
export const tabs = [
  { id: 'queue', label: msg('Queue'), group: '', role: 'scoped-moderator' },
  { id: 'services', label: msg('Manage Services'), group: msg('Content'), role: 'scoped-moderator' },
  { id: 'events', label: msg('Manage Events'), group: msg('Content'), role: 'scoped-moderator' },
  { id: 'categories', label: msg('Categories'), group: msg('Content'), role: 'admin' },
  { id: 'fields', label: msg('Fields'), group: msg('Content'), role: 'admin' },
  { id: 'users', label: msg('Manage Users'), group: msg('People'), role: 'moderator' },
  { id: 'admins', label: msg('Manage Admins'), group: msg('People'), role: 'admin' },
  { id: 'messages', label: msg('Messages'), group: msg('People'), role: 'admin' },
  { id: 'places', label: msg('Places'), group: msg('Site'), role: 'admin' },
  { id: 'settings', label: msg('Settings'), group: msg('Site'), role: 'admin' },
  { id: 'texts', label: msg('Texts'), group: msg('Site'), role: 'admin' },
  { id: 'log', label: msg('Log'), group: msg('Site'), role: 'scoped-moderator' },
] as const
export type TabId = (typeof tabs)[number]['id']

/** Returns the tabs of someone with this role. */
export const tabsOf = (user: Pick<CurrentUser, 'role'> | null) =>
  tabs.filter(({ role }) => hasRole(user, role))

/** Tabs that are now filters of the queue. */
export const formerTabs: Readonly<Record<string, CaseSource>> = {
  'reported-services': 'service',
  'reported-events': 'event',
  'held-messages': 'message',
  'reported-conversations': 'conversation',
  'reported-sellers': 'person',
}

/** Returns how many wait in each tab that has a queue. */
export const waitingIn = ({ cases, messages }: Waiting): Partial<Record<TabId, number>> => ({
  queue: Object.values(cases).reduce((sum, { count }) => sum + count, 0),
  messages: messages?.open ?? 0,
})

export const listingTabs = { service: 'services', event: 'events' } as const satisfies Record<Kind, TabId>

function labelsOf<Name extends string>(entries: Record<Name, { label: Message }>): Record<Name, Message> {
  const labels = Object.entries<{ label: Message }>(entries).map(([name, { label }]) => [name, label])
  return Object.fromEntries(labels)
}

type SortedCall = 'listUsers' | 'listAdmins' | 'listListingsForAdmin' | 'listCases'
type Sorts<Call extends SortedCall> = Record<CallRequest<Call>['query']['sort'], Message>

/** The first option of each list is its default, and is left out of the URL. */
export const sortOptions = {
  users: { newest: msg('Newest first'), name: msg('Name'), email: msg('Email') } satisfies Sorts<'listUsers'>,
  admins: {
    email: msg('Email'),
    name: msg('Name'),
    pending: msg('Pending first'),
  } satisfies Sorts<'listAdmins'>,
  listings: {
    newest: msg('Newest first'),
    'price-asc': msg('Price: low to high'),
    'price-desc': msg('Price: high to low'),
  } satisfies Sorts<'listListingsForAdmin'>,
  queue: {
    oldest: msg('Longest waiting first'),
    newest: msg('Latest report first'),
    most: msg('Most reported first'),
  } satisfies Sorts<'listCases'>,
}

export const statusOptions = {
  queue: { '': msg('Everything'), ...labelsOf(caseSources) } satisfies Record<'' | CaseSource, Message>,
  listings: {
    live: msg('Live'),
    reported: msg('Reported'),
    hidden: msg('Hidden'),
    deleted: msg('Deleted'),
  } satisfies Record<CallRequest<'listListingsForAdmin'>['query']['status'], Message>,
  messages: {
    '': msg('All'),
    new: msg('Not sent yet'),
    sent: msg('Sent'),
    failed: msg('Failed'),
    done: msg('Done'),
  } satisfies Record<'' | NonNullable<CallRequest<'listMessages'>['query']['status']>, Message>,
}

/**
 * `field` and `text` are the keys of the field and the text that are edited, or `newField` and `newText`; with categories, `field` is the id of
 * the one that is edited, or `newField` followed by the id of its category; with places, the same. `version` is the one of the text that is shown; `invitation`, the
 * token of one that was just created; `after`, the case before the page of the queue; `done`, what a form without scripts did.
 */
export type DashboardView = Record<'search' | 'sort' | 'status' | 'field', string> & {
  tab: TabId
  page: number
  invitation?: string
  text?: string
  version?: string
  after?: string
  done?: string
}

/** No field and no text has this key. */
export const newField = '-'
export const newText = '-'

/**
 * Returns null without a tab that the person has: that is the overview. Accepts any text elsewhere, since people type, cut and share
 * URLs.
 */
export function parseView(query: URLSearchParams, user: Pick<CurrentUser, 'role'>): DashboardView | null {
  const tab = tabsOf(user).find(({ id }) => id === query.get('tab'))
  if (!tab) return null
  const rest = Object.fromEntries(
    ['invitation', 'text', 'version', 'after', 'done'].flatMap((name) => {
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
export function oneOf<Option extends string>(labels: Record<Option, unknown>, value: string): Option {
  const options = Object.keys(labels) as Option[]
  // There is always a first option: they are all defined above.
  return options.find((option) => option === value) ?? (options[0] as Option)
}
