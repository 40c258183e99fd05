/**
 * Moderation.
 *
 * report    — somebody says that a listing should be looked at; once per listing and person
 * case      — all open reports about one listing, which an admin decides together
 * approve   — the listing is in order: its reports are settled, and those who made them are not heard about it again
 * hide      — shown to its author and to admins only
 * remove    — deleted by an admin, who can take that back for thirty days
 * entry     — one deed in the log of what admins did; nothing in the log is ever changed
 */
import * as z from 'zod/mini'
import {
  emailAddress,
  isBlank,
  pageNumber,
  textField,
  textParameter,
  uuidField,
  wholeNumber,
} from './fields.ts'
import {
  adminPageSize,
  maxNameLength,
  maxNoteLength,
  maxReasonLength,
  maxSavedReasonLength,
  maxSavedReasons,
  maxSearchTextLength,
} from './limits.ts'
import { ListedEventSchema, ListedServiceSchema } from './listing.ts'
import { reportReasons } from './report-reasons.ts'

/** `status` is what browsers of the specification send; nobody sets a status by it, so it is not looked at. */
export const ReportSchema = z.object({
  reason: z._default(z.enum(reportReasons, 'Please choose one of the reasons.'), 'other'),
  note: z._default(textField('a note', maxNoteLength), ''),
})

export const AdminSchema = z.object({
  name: textField('a name', maxNameLength).check(z.refine((text) => !isBlank(text), 'Please enter a name.')),
  email: emailAddress,
})
export const AdminEmailSchema = z.object({ email: emailAddress })

const search = z.optional(textParameter('search', maxSearchTextLength))
const paging = { page: pageNumber, limit: z._default(wholeNumber('limit', 1, 200), adminPageSize) }
const sortOf = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z._default(z.enum(sorts, `sort must be one of ${sorts.join(', ')}.`), sorts[0])

export const ProfilesQuerySchema = z.object({ ...paging, search, sort: sortOf(['newest', 'name', 'email']) })
export const AdminsQuerySchema = z.object({ ...paging, search, sort: sortOf(['email', 'name', 'pending']) })

export const UserSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  bio: z.string(),
  isAdmin: z.boolean(),
  /** An ISO instant. */
  created: z.string(),
  /** Somebody whose listings came another way, such as with the demo, has none and cannot be suspended. */
  hasAccount: z.boolean(),
  suspension: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  listings: z.int(),
})
export type User = z.infer<typeof UserSchema>

/** `pending`: the rights come once the address has been verified. */
export const AdminRowSchema = z.object({
  _id: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  pending: z.boolean(),
})

const kind = z.enum(['service', 'event'], 'kind must be service or event.')
const counted = { total: z.int(), totalPages: z.int() }

export const adminListingStatuses = ['live', 'reported', 'hidden', 'deleted'] as const
export const AdminListingQuerySchema = z.object({
  ...paging,
  kind,
  status: z._default(
    z.enum(adminListingStatuses, `status must be one of ${adminListingStatuses.join(', ')}.`),
    'live',
  ),
  search,
  sort: sortOf(['newest', 'price-asc', 'price-desc']),
})

const authorOfListing = { authorEmail: z.string(), authorId: z.string() }
const AdminListingSchema = z.object({
  ...ListedServiceSchema.shape,
  kind,
  event_availability: z.optional(z.nullable(ListedEventSchema.shape.event_availability)),
  startDate: z.optional(z.nullable(z.string())),
  endDate: z.optional(z.nullable(z.string())),
  ...authorOfListing,
  /** Of one that is deleted: when, by an admin or by its author, and the entry that can still be taken back. */
  removal: z.nullable(
    z.object({
      at: z.string(),
      byAdmin: z.boolean(),
      /** The admin's email. */
      by: z.nullable(z.string()),
      reason: z.string(),
      entry: z.nullable(z.int()),
    }),
  ),
})
export type AdminListing = z.infer<typeof AdminListingSchema>
export const AdminListingPageSchema = z.object({ listings: z.array(AdminListingSchema), ...counted })

export const ReportCaseQuerySchema = z.object({
  ...paging,
  kind,
  search,
  sort: sortOf(['oldest', 'newest', 'most']),
})

const ReportedBySchema = z.object({
  reason: z.enum(reportReasons),
  note: z.string(),
  at: z.string(),
  /** Whose report it is, for admins alone: an email, or null for a visitor. */
  by: z.nullable(z.string()),
})
const ReportCaseSchema = z.object({
  listing: AdminListingSchema,
  reports: z.int(),
  firstReported: z.string(),
  lastReported: z.string(),
  /** The newest reports of the case, at most twenty. */
  newest: z.array(ReportedBySchema),
  reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  author: z.object({
    name: z.string(),
    accountSince: z.nullable(z.string()),
    /** About the author's other listings, ever. */
    otherReports: z.int(),
    isSuspended: z.boolean(),
  }),
  /** Other admins who have this case open just now. */
  viewedBy: z.array(z.string()),
})
export type ReportCase = z.infer<typeof ReportCaseSchema>
/** `at`: the instant at which they were found, from which ages are told. */
export const ReportCasePageSchema = z.object({ at: z.string(), cases: z.array(ReportCaseSchema), ...counted })
export const CaseViewersSchema = z.object({ viewedBy: z.array(z.string()) })

const decisions = ['approve', 'hide', 'remove'] as const
export type Decision = (typeof decisions)[number]
const reason = textField('a reason', maxReasonLength)
export const DecisionSchema = z.object({
  decision: z.enum(decisions, 'Please choose what to do.'),
  /** One kind at a time, as they are shown. */
  ids: z
    .array(uuidField('ids must be ids of listings.'))
    .check(z.minLength(1, 'Please choose at least one.'), z.maxLength(200, 'Please choose at most 200.')),
  reason: z._default(reason, ''),
  /** Only what still has open reports: what a colleague decided meanwhile is left as it is. */
  onlyOpenReports: z._default(z.boolean('onlyOpenReports must be true or false.'), false),
})
/** For each listing whether it was decided now; else why not, such as that a colleague was faster. */
export const DecisionResultSchema = z.object({
  decided: z.array(z.string()),
  /** Of those that were decided, in their order: the entry of the log by which each can be taken back. */
  auditEntryIds: z.array(z.int()),
  skipped: z.array(z.object({ id: z.string(), message: z.string() })),
})

export const SuspensionSchema = z.object({
  reason: reason.check(z.refine((text) => !isBlank(text), 'Please say why. The person will read it.')),
})

export const RemovalReasonsSchema = z.object({
  reasons: z
    .array(
      textField('the reason', maxSavedReasonLength).check(
        z.refine((text) => text.length >= 3, 'Please use at least 3 characters for each reason.'),
      ),
    )
    .check(
      z.minLength(1, 'Please keep at least one reason.'),
      z.maxLength(maxSavedReasons, `Please keep at most ${maxSavedReasons} reasons.`),
    ),
})

export const AuditLogQuerySchema = z.object({ ...paging, search })
const AuditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  /** An email; null when the account is gone, or was nobody's. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** What it was done to: a title or an email where it is still known. */
  target: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** Of a listing that is still known. */
  kind: z.nullable(kind),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  undo: z.enum(['possible', 'done', 'no']),
})
export type AuditEntry = z.infer<typeof AuditEntrySchema>
export const AuditLogPageSchema = z.object({ entries: z.array(AuditEntrySchema), ...counted })
export const ProfileIdSchema = z.object({
  id: uuidField('id must be the id of a profile.'),
})
export const AuditEntryIdSchema = z.object({ id: wholeNumber('id', 1, 999_999_999) })

const queue = z.object({ count: z.int(), oldest: z.nullable(z.string()) })
export const OverviewSchema = z.object({
  /** The instant at which this was found: ages are told from it. */
  at: z.string(),
  reported: z.object({ service: queue, event: queue }),
  /** Messages whose letter could not be delivered, and those that nobody has marked as done. */
  messages: z.object({ failed: z.int(), open: z.int() }),
  /** The last thirty days, oldest first. */
  days: z.array(
    z.object({
      day: z.string(),
      users: z.int(),
      listings: z.int(),
      reports: z.int(),
      messages: z.int(),
    }),
  ),
})
export type Overview = z.infer<typeof OverviewSchema>
