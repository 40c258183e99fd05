/**
 * The input, reply, and access of every call. The server's routes, the OpenAPI document, and the types of the browser's
 * client are derived from these rows.
 */
import * as z from 'zod/mini'
import * as account from './account.ts'
import { type Call, type CallName, calls } from './calls.ts'
import { CategorySchema, LocationSchema, TopicCountSchema } from './catalog.ts'
import * as contact from './contact.ts'
import { maxNameLength, maxOwnListings } from './limits.ts'
import * as listing from './listing.ts'
import * as input from './listing-input.ts'
import { MapQuerySchema, MapSchema } from './map.ts'
import { adminRefusals } from './messages/forms.ts'
import * as moderation from './moderation.ts'
import { PictureUploadSchema } from './picture-upload.ts'
import { textParameter } from './schemas/fields.ts'
import { SuggestionsQuerySchema, SuggestionsSchema } from './suggestions.ts'

type Shape = z.ZodMiniObject
type Access = 'signed-in' | 'active' | 'admin'
export type Endpoint = Call & {
  /** Public API documentation: a sentence in the style of "Lists services, newest first." */
  summary: string
  /**
   * Who may make this call: everyone if omitted, any signed-in account (`signed-in`), an account that is not suspended
   * (`active`), or an admin.
   */
  access?: Access
  /** The message for an account without access, if it differs from the general one. */
  refusal?: string
  /** Requires a sign-in within the last hour, besides `access`. */
  recentSignIn?: true
  params?: Shape
  query?: Shape
  /** The JSON body. */
  body?: Shape
  reply: z.ZodMiniType
  /** The status of a success: 201 if the call creates a resource, otherwise 200. */
  status?: 201
  /** The reply is the same for every viewer, and caches may keep it for this many seconds. No session is read. */
  maxAge?: number
  /** Counts the call's requests apart from all others (docs/limits.md). */
  budget?: { name: string; perMinute: number; burst: number }
  /** The handler returns the JSON text of the reply in parts, for replies that may be too large for the server's memory. */
  streamed?: true
}

const services = listing.ServicePageSchema
const events = listing.EventPageSchema
const idOrSlug = z.object({ id: textParameter('id', maxNameLength) })
const done = z.object({ message: z.string() })
const categoryName = z.object({ category: textParameter('category', maxNameLength) })

const ownPages = `By default it has the newest ${maxOwnListings}. The \`Link\` header has the URLs of the other pages.`

export const contract = {
  listServices: {
    ...calls.listServices,
    summary: 'Lists services, newest first.',
    query: listing.PagingSchema,
    reply: services,
  },
  filterServices: {
    ...calls.filterServices,
    summary: 'Lists services that match all filters.',
    query: listing.FilterSchema,
    reply: listing.FilteredServicePageSchema,
  },
  listOwnServices: {
    ...calls.listOwnServices,
    summary: `Lists your own services, newest first, as an array. ${ownPages}`,
    access: 'signed-in',
    query: listing.OwnListingsSchema,
    reply: z.array(listing.ServiceSchema),
  },
  getService: {
    ...calls.getService,
    summary: 'Retrieves a service with its author’s contact details and what visitors see of its seller.',
    params: listing.ListingIdSchema,
    reply: listing.ServiceDetailsSchema,
  },
  postService: {
    ...calls.postService,
    summary:
      'Creates a service. A retry with the same `Idempotency-Key` returns the service that was created first.',
    access: 'active',
    body: input.NewServiceSchema,
    reply: listing.ServiceDetailsSchema,
    status: 201,
  },
  updateService: {
    ...calls.updateService,
    summary: 'Updates a service. Returns 409 if `version` or `If-Match` is not the latest version.',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.ServiceUpdateSchema,
    reply: listing.ServiceDetailsSchema,
  },
  deleteService: {
    ...calls.deleteService,
    summary: 'Deletes a service.',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: done,
  },
  listEvents: {
    ...calls.listEvents,
    summary:
      'Lists events: those that start today or later, soonest first, then those on now, then past ones.',
    query: listing.PagingSchema,
    reply: events,
  },
  filterEvents: {
    ...calls.filterEvents,
    summary: 'Lists events that match all filters.',
    query: listing.FilterSchema,
    reply: listing.FilteredEventPageSchema,
  },
  listOwnEvents: {
    ...calls.listOwnEvents,
    summary: `Lists your own events, newest first, as an array. ${ownPages}`,
    access: 'signed-in',
    query: listing.OwnListingsSchema,
    reply: z.array(listing.EventSchema),
  },
  getEvent: {
    ...calls.getEvent,
    summary: 'Retrieves an event with its author’s contact details and what visitors see of its seller.',
    params: listing.ListingIdSchema,
    reply: listing.EventDetailsSchema,
  },
  postEvent: {
    ...calls.postEvent,
    summary:
      'Creates an event. A retry with the same `Idempotency-Key` returns the event that was created first.',
    access: 'active',
    body: input.NewEventSchema,
    reply: listing.EventDetailsSchema,
    status: 201,
  },
  updateEvent: {
    ...calls.updateEvent,
    summary: 'Updates an event. Returns 409 if `version` or `If-Match` is not the latest version.',
    access: 'active',
    params: listing.ListingIdSchema,
    body: input.EventUpdateSchema,
    reply: listing.EventDetailsSchema,
  },
  deleteEvent: {
    ...calls.deleteEvent,
    summary: 'Deletes an event.',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: done,
  },
  listCategories: {
    ...calls.listCategories,
    summary: 'Lists all categories with their subcategories.',
    reply: z.array(CategorySchema),
  },
  getCategory: {
    ...calls.getCategory,
    summary: 'Retrieves a category by id or slug.',
    params: idOrSlug,
    reply: CategorySchema,
  },
  getSingleCategory: {
    ...calls.getSingleCategory,
    summary: 'Retrieves a category by name.',
    query: categoryName,
    reply: CategorySchema,
  },
  listLocations: {
    ...calls.listLocations,
    summary: 'Lists all countries with their states and cities.',
    reply: z.array(LocationSchema),
  },
  getLocation: {
    ...calls.getLocation,
    summary: 'Retrieves a country by id or slug.',
    params: idOrSlug,
    reply: LocationSchema,
  },
  servicesByCategory: {
    ...calls.servicesByCategory,
    summary: 'Lists services in a category, by its name.',
    query: listing.byCategory,
    reply: services,
  },
  servicesBySubcategory: {
    ...calls.servicesBySubcategory,
    summary: 'Lists services in a subcategory, by its name.',
    query: listing.bySubcategory,
    reply: services,
  },
  eventsByCategory: {
    ...calls.eventsByCategory,
    summary: 'Lists events in a category, by its name.',
    query: listing.byCategory,
    reply: events,
  },
  eventsBySubcategory: {
    ...calls.eventsBySubcategory,
    summary: 'Lists events in a subcategory, by its name.',
    query: listing.bySubcategory,
    reply: events,
  },
  servicesByCountry: {
    ...calls.servicesByCountry,
    summary: 'Lists services in a country, by its name.',
    query: listing.byCountry,
    reply: services,
  },
  servicesByState: {
    ...calls.servicesByState,
    summary: 'Lists services in a state or province, by its name.',
    query: listing.byState,
    reply: services,
  },
  eventsByCountry: {
    ...calls.eventsByCountry,
    summary: 'Lists events in a country, by its name.',
    query: listing.byCountry,
    reply: events,
  },
  eventsByState: {
    ...calls.eventsByState,
    summary: 'Lists events in a state or province, by its name.',
    query: listing.byState,
    reply: events,
  },
  servicesByCity: {
    ...calls.servicesByCity,
    summary: 'Lists services in all cities with this name, as one array.',
    query: listing.byCity,
    reply: z.array(listing.ListedServiceSchema),
  },
  eventsByCity: {
    ...calls.eventsByCity,
    summary: 'Lists events in all cities with this name, as one array.',
    query: listing.byCity,
    reply: z.array(listing.ListedEventSchema),
  },
  reportService: {
    ...calls.reportService,
    summary: 'Reports a service. A second report by the same person is accepted but not counted.',
    params: listing.ListingIdSchema,
    body: moderation.ReportSchema,
    reply: done,
  },
  closeServiceReport: {
    ...calls.closeServiceReport,
    summary: 'Approves a reported service: makes it active and resolves its reports.',
    access: 'admin',
    refusal: adminRefusals.service,
    params: listing.ListingIdSchema,
    reply: done,
  },
  reportEvent: {
    ...calls.reportEvent,
    summary: 'Reports an event. A second report by the same person is accepted but not counted.',
    params: listing.ListingIdSchema,
    body: moderation.ReportSchema,
    reply: done,
  },
  closeEventReport: {
    ...calls.closeEventReport,
    summary: 'Approves a reported event: makes it active and resolves its reports.',
    access: 'admin',
    refusal: adminRefusals.event,
    params: listing.ListingIdSchema,
    reply: done,
  },
  logout: {
    ...calls.logout,
    summary: 'Ends the current session. Succeeds without a session, too.',
    reply: done,
  },
  getUserProfile: {
    ...calls.getUserProfile,
    summary: 'Retrieves your profile.',
    access: 'signed-in',
    reply: account.ProfileSchema,
  },
  updateProfile: {
    ...calls.updateProfile,
    summary: 'Updates your profile. Empty fields keep their current values.',
    access: 'active',
    body: account.ProfileUpdateSchema,
    reply: account.ProfileSchema,
  },
  issueToken: {
    ...calls.issueToken,
    summary:
      'Creates an access token for the current session, valid for 15 minutes as `Authorization: Bearer`. `email` must be your own.',
    access: 'active',
    body: account.EmailSchema,
    reply: z.object({ token: z.string() }),
  },
  profileExists: {
    ...calls.profileExists,
    summary: 'Checks whether you have a profile. `email` must be your own.',
    access: 'signed-in',
    body: account.EmailSchema,
    reply: z.object({ exists: z.boolean() }),
  },
  createProfile: {
    ...calls.createProfile,
    summary: 'Creates your profile. Returns 409 if you have one. `email` must be your own.',
    access: 'active',
    body: account.NewProfileSchema,
    reply: account.ProfileSchema,
  },
  sendMessage: {
    ...calls.sendMessage,
    summary: 'Sends a message to the site’s admins.',
    body: contact.ContactMessageInputSchema,
    reply: z.object({ success: z.literal(true), message: z.string() }),
  },
  listAdmins: {
    ...calls.listAdmins,
    summary: 'Lists admins and invited admins, as an array. The `X-Total-Count` header has the total.',
    access: 'admin',
    query: moderation.AdminsQuerySchema,
    reply: z.array(moderation.AdminRowSchema),
  },
  listUsers: {
    ...calls.listUsers,
    summary: 'Lists users, as an array. The `X-Total-Count` header has the total.',
    access: 'admin',
    query: moderation.UsersQuerySchema,
    reply: z.array(moderation.UserSchema),
  },
  addAdmin: {
    ...calls.addAdmin,
    summary:
      'Grants admin rights, effective once the email address is verified. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    body: moderation.AdminSchema,
    reply: done,
  },
  removeAdmin: {
    ...calls.removeAdmin,
    summary: 'Revokes admin rights. Returns 409 for the last admin. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    refusal: adminRefusals.removeAdmin,
    params: moderation.AdminEmailSchema,
    reply: done,
  },
  similarServices: {
    ...calls.similarServices,
    summary: 'Lists up to six services like this one, the most similar first, as one array.',
    params: listing.ListingIdSchema,
    reply: z.array(listing.ListedServiceSchema),
  },
  similarEvents: {
    ...calls.similarEvents,
    summary: 'Lists up to six upcoming events like this one, the most similar first, as one array.',
    params: listing.ListingIdSchema,
    reply: z.array(listing.ListedEventSchema),
  },
  getSeller: {
    ...calls.getSeller,
    summary: 'Retrieves someone who has public ads, with the number of their services and events.',
    params: listing.SellerIdSchema,
    reply: listing.SellerPageSchema,
  },
  servicesBySeller: {
    ...calls.servicesBySeller,
    summary: 'Lists a seller’s services, newest first.',
    query: listing.bySeller,
    reply: services,
  },
  eventsBySeller: {
    ...calls.eventsBySeller,
    summary: 'Lists a seller’s events: upcoming ones first, soonest first, then past ones.',
    query: listing.bySeller,
    reply: events,
  },
  getOverview: {
    ...calls.getOverview,
    summary: 'Retrieves what needs an admin’s attention, and daily counts for the last 30 days.',
    access: 'admin',
    reply: moderation.OverviewSchema,
  },
  listListingsForAdmin: {
    ...calls.listListingsForAdmin,
    summary: 'Lists listings of one kind, in any status, with their authors.',
    access: 'admin',
    query: moderation.AdminListingQuerySchema,
    reply: moderation.AdminListingPageSchema,
  },
  listCases: {
    ...calls.listCases,
    summary: 'Lists reported listings with their open reports.',
    access: 'admin',
    query: moderation.ReportCaseQuerySchema,
    reply: moderation.ReportCasePageSchema,
  },
  markCaseViewed: {
    ...calls.markCaseViewed,
    summary: 'Marks a report case as being viewed by you. Returns the other admins who are viewing it.',
    access: 'admin',
    params: listing.ListingIdSchema,
    reply: moderation.CaseViewersSchema,
  },
  decide: {
    ...calls.decide,
    summary:
      'Approves, hides, or removes listings. Returns the ids that another admin decided first as `skipped`.',
    access: 'admin',
    body: moderation.DecisionSchema,
    reply: moderation.DecisionResultSchema,
  },
  suspendUser: {
    ...calls.suspendUser,
    summary: 'Suspends a user, by profile id, and hides their listings.',
    access: 'admin',
    params: moderation.ProfileIdSchema,
    body: moderation.SuspensionSchema,
    reply: done,
  },
  liftSuspension: {
    ...calls.liftSuspension,
    summary: 'Lifts a suspension and restores the listings that it hid.',
    access: 'admin',
    params: moderation.ProfileIdSchema,
    reply: done,
  },
  listAuditLog: {
    ...calls.listAuditLog,
    summary: 'Lists admin actions, newest first.',
    access: 'admin',
    query: moderation.AuditLogQuerySchema,
    reply: moderation.AuditLogPageSchema,
  },
  undo: {
    ...calls.undo,
    summary: 'Reverts an action in the audit log.',
    access: 'admin',
    params: moderation.AuditEntryIdSchema,
    reply: done,
  },
  listRemovalReasons: {
    ...calls.listRemovalReasons,
    summary: 'Lists the saved removal reasons.',
    access: 'admin',
    reply: moderation.RemovalReasonsSchema,
  },
  setRemovalReasons: {
    ...calls.setRemovalReasons,
    summary: 'Replaces the saved removal reasons.',
    access: 'admin',
    body: moderation.RemovalReasonsSchema,
    reply: moderation.RemovalReasonsSchema,
  },
  listMessages: {
    ...calls.listMessages,
    summary: 'Lists messages from the contact form, newest first.',
    access: 'admin',
    query: contact.MessagesQuerySchema,
    reply: contact.MessagePageSchema,
  },
  setMessageStatus: {
    ...calls.setMessageStatus,
    summary: 'Marks a message as done, or sends its email again.',
    access: 'admin',
    params: contact.MessageIdSchema,
    body: contact.MessageStatusSchema,
    reply: done,
  },
  deleteMessage: {
    ...calls.deleteMessage,
    summary: 'Deletes a message that is done, with everything its sender entered.',
    access: 'admin',
    params: contact.MessageIdSchema,
    reply: done,
  },
  countListings: {
    ...calls.countListings,
    summary: 'Counts the services and events of every category and subcategory that has any.',
    query: listing.PlaceFilterSchema,
    reply: z.array(TopicCountSchema),
  },
  listTowns: {
    ...calls.listTowns,
    summary: 'Lists the towns that have services or events that match all filters, with their number.',
    query: MapQuerySchema,
    reply: MapSchema,
  },
  suggest: {
    ...calls.suggest,
    summary: 'Suggests topics, places, and words that match what was typed so far, at most eight in all.',
    query: SuggestionsQuerySchema,
    reply: SuggestionsSchema,
    maxAge: 60,
    budget: { name: 'suggestions', perMinute: 600, burst: 120 },
  },
  getChallenge: {
    ...calls.getChallenge,
    summary:
      'Retrieves the proof-of-work challenge that the next message must solve, or null if none is required.',
    reply: contact.ChallengeSchema,
  },
  getPostingDefaults: {
    ...calls.getPostingDefaults,
    summary: 'Retrieves what the form of a new listing fills in for you.',
    access: 'signed-in',
    reply: listing.PostingDefaultsSchema,
  },
  getPictureUpload: {
    ...calls.getPictureUpload,
    summary: 'Retrieves the URL and the form fields for picture uploads.',
    access: 'active',
    reply: PictureUploadSchema,
  },
  getSession: {
    ...calls.getSession,
    summary: 'Retrieves the signed-in user, or null for a visitor.',
    reply: z.nullable(account.CurrentUserSchema),
  },
  getVerification: {
    ...calls.getVerification,
    summary:
      'Retrieves what an emailed verification link would confirm, without confirming it, or null if the link has expired.',
    body: account.VerificationTokenSchema,
    reply: z.nullable(account.VerificationSchema),
  },
  getAuthProviders: {
    ...calls.getAuthProviders,
    summary: 'Lists the ways to sign in besides email.',
    reply: account.AuthProvidersSchema,
  },
  getAccount: {
    ...calls.getAccount,
    summary: 'Retrieves your account with its sign-in methods and sessions.',
    access: 'signed-in',
    reply: account.AccountSchema,
  },
  endSession: {
    ...calls.endSession,
    summary: 'Ends one of your sessions.',
    access: 'signed-in',
    params: z.object({ id: textParameter('id', maxNameLength) }),
    reply: done,
  },
  endOtherSessions: {
    ...calls.endOtherSessions,
    summary: 'Ends all your sessions except the current one.',
    access: 'signed-in',
    reply: done,
  },
  downloadAccount: {
    ...calls.downloadAccount,
    summary: 'Exports everything the site stores about you.',
    access: 'signed-in',
    streamed: true,
    reply: z.record(z.string(), z.unknown()),
  },
  deleteAccount: {
    ...calls.deleteAccount,
    summary:
      'Permanently deletes your account with its listings and pictures. Requires a sign-in within the last hour.',
    access: 'signed-in',
    recentSignIn: true,
    reply: done,
  },
} as const satisfies Record<CallName, Endpoint>

type Contract = typeof contract

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
/** True for calls that require a session, so that their handlers always have a viewer. */
export type RequiresViewer<N extends CallName> = Contract[N] extends { access: Access } ? true : false
