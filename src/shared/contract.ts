/**
 * What goes into every call and what comes out of it. Server, OpenAPI and docs are derived from these rows, and so are
 * the types of the browser's client.
 */
import * as z from 'zod/mini'
import * as account from './account.ts'
import { type Call, type CallName, calls } from './calls.ts'
import { CategorySchema, LocationSchema } from './catalog.ts'
import * as contact from './contact.ts'
import { textParameter } from './fields.ts'
import { maxNameLength } from './limits.ts'
import * as listing from './listing.ts'
import * as input from './listing-input.ts'
import { adminRefusals } from './messages/forms.ts'
import * as moderation from './moderation.ts'
import { PictureUploadSchema } from './picture-upload.ts'

type Shape = z.ZodMiniObject
export type Access = 'signed-in' | 'active' | 'admin'
export type Endpoint = Call & {
  summary: string
  /**
   * Who may make this call: everyone if omitted, any signed-in account (`signed-in`), an account that is not suspended
   * (`active`), or an admin.
   */
  access?: Access
  /** What somebody reads who is signed in and may not; a sentence for all such calls stands in when it is left out. */
  refusal?: string
  params?: Shape
  query?: Shape
  /** JSON. */
  body?: Shape
  reply: z.ZodMiniType
  /** Of a success: 200 unless something is made that can be asked for again. */
  status?: 201
}

const services = listing.ServicePageSchema
const events = listing.EventPageSchema
const idOrSlug = z.object({ id: textParameter('id', maxNameLength) })
const done = z.object({ message: z.string() })
const categoryName = z.object({ category: textParameter('category', maxNameLength) })

export const contract = {
  listServices: {
    ...calls.listServices,
    summary: 'Services, newest first',
    query: listing.PagingSchema,
    reply: services,
  },
  filterServices: {
    ...calls.filterServices,
    summary: 'Services that match every filter given',
    query: listing.FilterSchema,
    reply: services,
  },
  listOwnServices: {
    ...calls.listOwnServices,
    summary: 'One’s own services, newest first: a plain list',
    access: 'signed-in',
    reply: z.array(listing.ServiceSchema),
  },
  getService: {
    ...calls.getService,
    summary: 'One service, with its author’s contact details',
    params: listing.ListingIdSchema,
    reply: listing.ServiceSchema,
  },
  postService: {
    ...calls.postService,
    summary: 'Posts a service; sent again with the same `Idempotency-Key` it answers the one that was made',
    access: 'active',
    body: input.NewServiceSchema,
    reply: listing.ServiceSchema,
    status: 201,
  },
  updateService: {
    ...calls.updateService,
    summary: 'Changes a service; 409 when `version`, or `If-Match`, is not its newest',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.ServiceUpdateSchema,
    reply: listing.ServiceSchema,
  },
  deleteService: {
    ...calls.deleteService,
    summary: 'Deletes a service',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: done,
  },
  listEvents: {
    ...calls.listEvents,
    summary: 'Events: upcoming first, soonest first; then what has ended',
    query: listing.PagingSchema,
    reply: events,
  },
  filterEvents: {
    ...calls.filterEvents,
    summary: 'Events that match every filter given',
    query: listing.FilterSchema,
    reply: events,
  },
  listOwnEvents: {
    ...calls.listOwnEvents,
    summary: 'One’s own events, newest first: a plain list',
    access: 'signed-in',
    reply: z.array(listing.EventSchema),
  },
  getEvent: {
    ...calls.getEvent,
    summary: 'One event, with its author’s contact details',
    params: listing.ListingIdSchema,
    reply: listing.EventSchema,
  },
  postEvent: {
    ...calls.postEvent,
    summary: 'Posts an event; sent again with the same `Idempotency-Key` it answers the one that was made',
    access: 'active',
    body: input.NewEventSchema,
    reply: listing.EventSchema,
    status: 201,
  },
  updateEvent: {
    ...calls.updateEvent,
    summary: 'Changes an event; 409 when `version`, or `If-Match`, is not its newest',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.EventUpdateSchema,
    reply: listing.EventSchema,
  },
  deleteEvent: {
    ...calls.deleteEvent,
    summary: 'Deletes an event',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: done,
  },
  listCategories: {
    ...calls.listCategories,
    summary: 'Every category with its subcategories',
    reply: z.array(CategorySchema),
  },
  getCategory: {
    ...calls.getCategory,
    summary: 'A category, by its id or its slug',
    params: idOrSlug,
    reply: CategorySchema,
  },
  getSingleCategory: {
    ...calls.getSingleCategory,
    summary: 'A category, by its name',
    query: categoryName,
    reply: CategorySchema,
  },
  listLocations: {
    ...calls.listLocations,
    summary: 'Every country with its states and cities',
    reply: z.array(LocationSchema),
  },
  getLocation: {
    ...calls.getLocation,
    summary: 'A country, by its id or its slug',
    params: idOrSlug,
    reply: LocationSchema,
  },
  servicesByCategory: {
    ...calls.servicesByCategory,
    summary: 'Services of a category, by its name',
    query: listing.byCategory,
    reply: services,
  },
  servicesBySubcategory: {
    ...calls.servicesBySubcategory,
    summary: 'Services of a subcategory, by its name',
    query: listing.bySubcategory,
    reply: services,
  },
  eventsByCategory: {
    ...calls.eventsByCategory,
    summary: 'Events of a category, by its name',
    query: listing.byCategory,
    reply: events,
  },
  eventsBySubcategory: {
    ...calls.eventsBySubcategory,
    summary: 'Events of a subcategory, by its name',
    query: listing.bySubcategory,
    reply: events,
  },
  servicesByCountry: {
    ...calls.servicesByCountry,
    summary: 'Services in a country, by its name',
    query: listing.byCountry,
    reply: services,
  },
  servicesByState: {
    ...calls.servicesByState,
    summary: 'Services in a state or province, by its name',
    query: listing.byState,
    reply: services,
  },
  eventsByCountry: {
    ...calls.eventsByCountry,
    summary: 'Events in a country, by its name',
    query: listing.byCountry,
    reply: events,
  },
  eventsByState: {
    ...calls.eventsByState,
    summary: 'Events in a state or province, by its name',
    query: listing.byState,
    reply: events,
  },
  servicesByCity: {
    ...calls.servicesByCity,
    summary: 'Services in every city of that name: a plain list',
    query: listing.byCity,
    reply: z.array(listing.ListedServiceSchema),
  },
  eventsByCity: {
    ...calls.eventsByCity,
    summary: 'Events in every city of that name: a plain list',
    query: listing.byCity,
    reply: z.array(listing.ListedEventSchema),
  },
  reportService: {
    ...calls.reportService,
    summary: 'Reports a service; once per account or visitor, more are accepted and counted once',
    params: listing.ListingIdSchema,
    body: moderation.ReportSchema,
    reply: done,
  },
  closeServiceReport: {
    ...calls.closeServiceReport,
    summary: 'Approves a reported service: it is active again and its reports are settled',
    access: 'admin',
    refusal: adminRefusals.service,
    params: listing.ListingIdSchema,
    reply: done,
  },
  reportEvent: {
    ...calls.reportEvent,
    summary: 'Reports an event; once per account or visitor, more are accepted and counted once',
    params: listing.ListingIdSchema,
    body: moderation.ReportSchema,
    reply: done,
  },
  closeEventReport: {
    ...calls.closeEventReport,
    summary: 'Approves a reported event: it is active again and its reports are settled',
    access: 'admin',
    refusal: adminRefusals.event,
    params: listing.ListingIdSchema,
    reply: done,
  },
  logout: {
    ...calls.logout,
    summary: 'Ends the session of the one who asks; answers a visitor alike',
    reply: done,
  },
  getUserProfile: {
    ...calls.getUserProfile,
    summary: 'The profile of the one who asks',
    access: 'signed-in',
    reply: account.ProfileSchema,
  },
  updateProfile: {
    ...calls.updateProfile,
    summary: 'Changes one’s own profile; empty fields keep what was there',
    access: 'active',
    body: account.ProfileUpdateSchema,
    reply: account.ProfileSchema,
  },
  issueToken: {
    ...calls.issueToken,
    summary: 'A token for the session’s own email, good for fifteen minutes as `Authorization: Bearer`',
    access: 'active',
    body: account.EmailSchema,
    reply: z.object({ token: z.string() }),
  },
  profileExists: {
    ...calls.profileExists,
    summary: 'Whether the session’s own email has a profile',
    access: 'signed-in',
    body: account.EmailSchema,
    reply: z.object({ exists: z.boolean() }),
  },
  createProfile: {
    ...calls.createProfile,
    summary: 'Makes the profile of the session’s own email; 409 when there is one',
    access: 'active',
    body: account.NewProfileSchema,
    reply: account.ProfileSchema,
  },
  sendMessage: {
    ...calls.sendMessage,
    summary: 'Writes to the people who look after the site',
    body: contact.ContactMessageInputSchema,
    reply: z.object({ success: z.literal(true), message: z.string() }),
  },
  listAdmins: {
    ...calls.listAdmins,
    summary: 'Everybody who is an admin, or will be: a plain list; `X-Total-Count` says how many',
    access: 'admin',
    query: moderation.AdminsQuerySchema,
    reply: z.array(moderation.AdminRowSchema),
  },
  listUsers: {
    ...calls.listUsers,
    summary: 'Everybody: a plain list; `X-Total-Count` says how many',
    access: 'admin',
    query: moderation.ProfilesQuerySchema,
    reply: z.array(moderation.UserSchema),
  },
  addAdmin: {
    ...calls.addAdmin,
    summary: 'Makes somebody an admin, at once or as soon as the address is verified',
    access: 'admin',
    body: moderation.AdminSchema,
    reply: done,
  },
  removeAdmin: {
    ...calls.removeAdmin,
    summary: 'Takes the rights of an admin away; 409 for the last one',
    access: 'admin',
    refusal: adminRefusals.removeAdmin,
    params: moderation.AdminEmailSchema,
    reply: done,
  },
  getOverview: {
    ...calls.getOverview,
    summary: 'What waits for an admin, and the numbers of the last thirty days',
    access: 'admin',
    reply: moderation.OverviewSchema,
  },
  listListingsForAdmin: {
    ...calls.listListingsForAdmin,
    summary: 'Listings of one kind, in any state, with their authors',
    access: 'admin',
    query: moderation.AdminListingQuerySchema,
    reply: moderation.AdminListingPageSchema,
  },
  listCases: {
    ...calls.listCases,
    summary: 'Reported listings with their open reports',
    access: 'admin',
    query: moderation.ReportCaseQuerySchema,
    reply: moderation.ReportCasePageSchema,
  },
  markCaseViewed: {
    ...calls.markCaseViewed,
    summary: 'Says that one is looking at a case; answers who else is',
    access: 'admin',
    params: listing.ListingIdSchema,
    reply: moderation.CaseViewersSchema,
  },
  decide: {
    ...calls.decide,
    summary: 'Approves, hides or removes listings; says which were decided by somebody else meanwhile',
    access: 'admin',
    body: moderation.DecisionSchema,
    reply: moderation.DecisionResultSchema,
  },
  suspendUser: {
    ...calls.suspendUser,
    summary: 'Suspends somebody, by the id of the profile; their listings are hidden',
    access: 'admin',
    params: moderation.ProfileIdSchema,
    body: moderation.SuspensionSchema,
    reply: done,
  },
  liftSuspension: {
    ...calls.liftSuspension,
    summary: 'Lifts a suspension; the listings that it hid are back',
    access: 'admin',
    params: moderation.ProfileIdSchema,
    reply: done,
  },
  listAuditLog: {
    ...calls.listAuditLog,
    summary: 'The log of what admins did, newest first',
    access: 'admin',
    query: moderation.AuditLogQuerySchema,
    reply: moderation.AuditLogPageSchema,
  },
  undo: {
    ...calls.undo,
    summary: 'Takes back what an entry of the log says',
    access: 'admin',
    params: moderation.AuditEntryIdSchema,
    reply: done,
  },
  listRemovalReasons: {
    ...calls.listRemovalReasons,
    summary: 'The reasons that an admin can choose from',
    access: 'admin',
    reply: moderation.RemovalReasonsSchema,
  },
  setRemovalReasons: {
    ...calls.setRemovalReasons,
    summary: 'Replaces the reasons that an admin can choose from',
    access: 'admin',
    body: moderation.RemovalReasonsSchema,
    reply: moderation.RemovalReasonsSchema,
  },
  listMessages: {
    ...calls.listMessages,
    summary: 'What people wrote through the contact form, newest first',
    access: 'admin',
    query: contact.MessagesQuerySchema,
    reply: contact.MessagePageSchema,
  },
  setMessageStatus: {
    ...calls.setMessageStatus,
    summary: 'Marks a message as done, or sends its letter again',
    access: 'admin',
    params: contact.MessageIdSchema,
    body: contact.MessageStatusSchema,
    reply: done,
  },
  deleteMessage: {
    ...calls.deleteMessage,
    summary: 'Deletes a message that is done, with all that its writer told',
    access: 'admin',
    params: contact.MessageIdSchema,
    reply: done,
  },
  getChallenge: {
    ...calls.getChallenge,
    summary: 'What must be solved before the next message; null when nothing must',
    reply: contact.ChallengeSchema,
  },
  getPictureUpload: {
    ...calls.getPictureUpload,
    summary: 'Where to send pictures, as multipart forms, and with which fields',
    access: 'active',
    reply: PictureUploadSchema,
  },
  getSession: {
    ...calls.getSession,
    summary: 'Who is signed in here; null for a visitor',
    reply: z.nullable(account.CurrentUserSchema),
  },
  getAuthProviders: {
    ...calls.getAuthProviders,
    summary: 'Which providers one can sign in with besides email',
    reply: account.AuthProvidersSchema,
  },
  getAccount: {
    ...calls.getAccount,
    summary: 'One’s own account: ways to sign in, and sessions',
    access: 'signed-in',
    reply: account.AccountSchema,
  },
  endSession: {
    ...calls.endSession,
    summary: 'Ends one of one’s own sessions',
    access: 'signed-in',
    params: z.object({ id: textParameter('id', maxNameLength) }),
    reply: done,
  },
  endOtherSessions: {
    ...calls.endOtherSessions,
    summary: 'Ends all of one’s own sessions but this one',
    access: 'signed-in',
    reply: done,
  },
  downloadAccount: {
    ...calls.downloadAccount,
    summary: 'Everything the site knows of the one who asks',
    access: 'signed-in',
    reply: z.record(z.string(), z.unknown()),
  },
  deleteAccount: {
    ...calls.deleteAccount,
    summary: 'Deletes one’s own account with its listings and pictures, at once',
    access: 'signed-in',
    reply: done,
  },
} as const satisfies Record<CallName, Endpoint>

type Contract = typeof contract

type Given<E, K extends 'params' | 'query' | 'body', Parsed extends boolean> =
  E extends Record<K, infer S extends z.ZodMiniType>
    ? Record<K, Parsed extends true ? z.output<S> : z.input<S>>
    : unknown

/** What a caller sends. */
export type CallInput<N extends CallName> = Given<Contract[N], 'params', false> &
  Given<Contract[N], 'query', false> &
  Given<Contract[N], 'body', false> &
  (Contract[N] extends { status: 201 } ? { idempotencyKey?: string } : unknown)
/** What a handler receives once it has been checked. */
export type CallRequest<N extends CallName> = Given<Contract[N], 'params', true> &
  Given<Contract[N], 'query', true> &
  Given<Contract[N], 'body', true>
/** What a call returns. A paginated call returns `{ rows, total }`; over HTTP, the total is in a header. */
export type CallReply<N extends CallName> = Contract[N] extends { paginated: true }
  ? { rows: z.output<Contract[N]['reply']>; total: number }
  : z.output<Contract[N]['reply']>
/** Whether the call requires a session, so that its handler always has a viewer. */
export type RequiresViewer<N extends CallName> = Contract[N] extends { access: Access } ? true : false
