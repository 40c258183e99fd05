/** The tabs of the dashboard, in their order (specification, section 2), and what can be chosen in each. */
import type { CallInput } from '../../shared/contract.ts'
import type { Kind } from '../../shared/listing.ts'

export const tabs = [
  { id: 'users', label: 'Manage Users' },
  { id: 'admins', label: 'Manage Admins' },
  { id: 'services', label: 'Manage Services' },
  { id: 'events', label: 'Manage Events' },
  { id: 'reported-services', label: 'Reported Services' },
  { id: 'reported-events', label: 'Reported Events' },
  { id: 'messages', label: 'Messages' },
  { id: 'log', label: 'Log' },
] as const
export type TabId = (typeof tabs)[number]['id']

export const managedTab = { service: 'services', event: 'events' } as const satisfies Record<Kind, TabId>

type Asked<
  Call extends 'listUsers' | 'listAdmins' | 'listListingsForAdmin' | 'listCases' | 'listMessages',
  Key extends string,
> = Key extends keyof CallInput<Call>['query'] ? NonNullable<CallInput<Call>['query'][Key]> : never
type Labels<Value> = Record<Value & string, string>

/** Of each the first is what the list does unasked, so it stays out of the address. */
export const sortsOf = {
  users: { newest: 'Newest first', name: 'By name', email: 'By email' } satisfies Labels<
    Asked<'listUsers', 'sort'>
  >,
  admins: { email: 'By email', name: 'By name', pending: 'Pending first' } satisfies Labels<
    Asked<'listAdmins', 'sort'>
  >,
  managed: {
    newest: 'Newest first',
    'price-asc': 'Price: low to high',
    'price-desc': 'Price: high to low',
  } satisfies Labels<Asked<'listListingsForAdmin', 'sort'>>,
  cases: {
    oldest: 'Longest waiting first',
    newest: 'Last reported first',
    most: 'Most reported first',
  } satisfies Labels<Asked<'listCases', 'sort'>>,
}

export const statusesOf = {
  managed: {
    live: 'Live',
    reported: 'Reported',
    hidden: 'Hidden',
    deleted: 'Deleted',
  } satisfies Labels<Asked<'listListingsForAdmin', 'status'>>,
  messages: {
    '': 'All',
    new: 'Waiting to be sent',
    sent: 'Sent',
    failed: 'Failed',
    done: 'Done',
  } satisfies Labels<'' | Asked<'listMessages', 'status'>>,
}
