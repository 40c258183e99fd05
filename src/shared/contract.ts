/**
 * The input, reply, and access of every call, from the areas in `contract/`. The server's routes, the OpenAPI document, and
 * the types of the browser's client are derived from these rows. Schemas that forms load to validate what is typed are in files of
 * their own beside this one, without the rows.
 */
import type * as z from 'zod/mini'
import { calls } from './calls.ts'
import { accountRows } from './contract/accounts.ts'
import { attendanceRows } from './contract/attendance.ts'
import { browseRows } from './contract/browse.ts'
import { catalogRows } from './contract/catalog.ts'
import { checkInRows } from './contract/check-in.ts'
import { contactRows } from './contract/contact.ts'
import { conversationRows } from './contract/conversations.ts'
import { emailSubscriptionRows } from './contract/email-subscriptions.ts'
import type { Access, CallName, Endpoint, Row } from './contract/endpoint.ts'
import { eventDateRows } from './contract/event-dates.ts'
import { importedCalendarRows } from './contract/imported-calendars.ts'
import { listingFieldRows } from './contract/listing-fields.ts'
import { listingRows } from './contract/listings.ts'
import { moderationRows } from './contract/moderation.ts'
import { placeRows } from './contract/places.ts'
import { postingRows } from './contract/posting.ts'
import { recommendationRows } from './contract/recommendations.ts'
import { renewalRows } from './contract/renewals.ts'
import { savedRows } from './contract/saved.ts'
import { savedSearchRows } from './contract/saved-searches.ts'
import { settingRows } from './contract/settings.ts'
import { setupRows } from './contract/setup.ts'
import { statementRows } from './contract/statements.ts'
import { statisticsRows } from './contract/statistics.ts'
import { textRows } from './contract/texts.ts'
import { topicRows } from './contract/topics.ts'
import { dashboardCalls } from './dashboard-calls.ts'
import { laterCalls } from './later-calls.ts'

export type { Endpoint }

const rows = {
  ...listingRows,
  ...eventDateRows,
  ...renewalRows,
  ...browseRows,
  ...postingRows,
  ...attendanceRows,
  ...checkInRows,
  ...recommendationRows,
  ...savedRows,
  ...catalogRows,
  ...listingFieldRows,
  ...settingRows,
  ...textRows,
  ...setupRows,
  ...topicRows,
  ...placeRows,
  ...accountRows,
  ...contactRows,
  ...conversationRows,
  ...emailSubscriptionRows,
  ...savedSearchRows,
  ...statisticsRows,
  ...importedCalendarRows,
  ...moderationRows,
  ...statementRows,
} satisfies Record<CallName, Row>

const allCalls = { ...calls, ...laterCalls, ...dashboardCalls }

type Contract = { [N in CallName]: (typeof allCalls)[N] & (typeof rows)[N] }

const endpoints = Object.entries<Row>(rows).map(([name, row]) => [
  name,
  { ...allCalls[name as CallName], ...row },
])
/** Each call with its method and path. */
export const contract = Object.fromEntries(endpoints) as Contract

/** Calls whose replies depend only on the catalog: they are the same for every viewer until the process restarts. */
export const catalogCalls: ReadonlySet<string> = new Set(Object.keys(catalogRows))

type InputPart<E, K extends 'params' | 'query' | 'body', Parsed extends boolean> =
  E extends Record<K, infer S extends z.ZodMiniType>
    ? Record<K, Parsed extends true ? z.output<S> : z.input<S>>
    : unknown

/** What a caller passes. */
export type CallInput<N extends CallName> = InputPart<Contract[N], 'params', false> &
  InputPart<Contract[N], 'query', false> &
  InputPart<Contract[N], 'body', false> &
  (Contract[N] extends { status: 201 } ? { idempotencyKey?: string } : unknown)
/** What a handler receives: the parsed input. */
export type CallRequest<N extends CallName> = InputPart<Contract[N], 'params', true> &
  InputPart<Contract[N], 'query', true> &
  InputPart<Contract[N], 'body', true>
/**
 * What a call returns. A paginated call returns `{ rows, total }`; over HTTP, the total is in the `X-Total-Count` header. A
 * streamed call returns the parts of its JSON text.
 */
export type CallReply<N extends CallName> = Contract[N] extends { paginated: true }
  ? { rows: z.output<Contract[N]['reply']>; total: number }
  : Contract[N] extends { streamed: true }
    ? AsyncIterable<string>
    : z.output<Contract[N]['reply']>
/** Says whether a call requires a session, so that its handler always has a viewer. */
export type RequiresViewer<N extends CallName> = Contract[N] extends { access: Access } ? true : false
