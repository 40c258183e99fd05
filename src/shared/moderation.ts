/**
 * Moderation.
 *
 * report      — a visitor's or user's complaint about a listing, one per listing and person
 * report case — the open reports of one listing, which an admin decides together
 * approve     — keep the listing, resolve its reports, and ignore further reports by the same people
 * hide        — make the listing visible to its author and admins only
 * remove      — delete as an admin, who can undo it for 30 days
 * audit entry — one admin action in the append-only audit log
 */

import * as z from 'zod/mini'
import { ProfileSchema } from './account.ts'
import { caseActionOf, caseDecisions, caseSourceNames } from './case-sources.ts'
import { isDay } from './days.ts'
import { decisionNames, decisionOf, suspensionLengths } from './decisions.ts'
import { listedEventFields } from './event-fields.ts'
import {
  maxNameLength,
  maxNoteLength,
  maxReasonLength,
  maxSavedReasonLength,
  maxSavedReasons,
} from './limits.ts'
import { ListedEventSchema, ListedServiceSchema } from './listing.ts'
import { reasonRequired } from './messages/forms.ts'
import { roles } from './policy.ts'
import { reportReasons } from './report-reasons.ts'
import {
  characterCount,
  emailAddress,
  isBlank,
  oneOf,
  requiredText,
  textField,
  uuidField,
  wholeNumber,
  yesNo,
} from './schemas/fields.ts'
import { msg, t } from './translate.ts'

/** The specification's clients also send `status`, which is ignored: a report does not set a status directly. */
export const ReportSchema = z.object({
  reason: z._default(z.enum(reportReasons, { error: () => t('Please choose one of the reasons.') }), 'spam'),
  note: z._default(textField(msg('a note'), maxNoteLength), ''),
})

export const AdminSchema = z.object({
  name: requiredText(msg('a name'), maxNameLength, { error: () => t('Please enter a name.') }),
  email: emailAddress,
})

/** The most lines and characters of the places of a moderator. */
const maxScopePlaces = 50

export const ModeratorSchema = z.object({
  ...AdminSchema.shape,
  /** Ids. None is all. */
  categories: z._default(z.array(wholeNumber('categories', 1, 999_999_999)).check(z.maxLength(500)), []),
  /** A line for each, such as `Montana, United States` or `Whitefish, Montana`. None is all. */
  places: z._default(
    textField(msg('the places'), 5000).check(
      z.refine((text) => linesOf(text).length <= maxScopePlaces, {
        error: () => t('Please enter at most {max} places.', { max: maxScopePlaces }),
      }),
    ),
    '',
  ),
})

/** Returns the lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const TeamMemberSchema = z.object({
  /** The profile. */
  _id: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  /** Has the rights of an admin. */
  isAdmin: z.boolean(),
  /** Invited: the rights take effect once the email address is verified. */
  pending: z.boolean(),
  role: z.enum(roles),
  /** Of a scoped moderator; empty lists are all. */
  categories: z.array(z.object({ id: z.int(), name: z.string() })),
  /** As `ModeratorSchema` takes them, a line for each. */
  places: z.array(z.string()),
})
export type TeamMember = z.infer<typeof TeamMemberSchema>

export const UserSchema = z.object({
  ...ProfileSchema.shape,
  role: z.nullable(z.enum(roles)),
  /** An ISO instant. */
  created: z.string(),
  /** Imported profiles, such as the demo's, have none, and cannot be suspended. */
  hasAccount: z.boolean(),
  /** `until` is null if it does not end by itself. */
  suspension: z.nullable(z.object({ since: z.string(), reason: z.string(), until: z.nullable(z.string()) })),
  listings: z.int(),
})
export type User = z.infer<typeof UserSchema>

export const kind = z.enum(['service', 'event'], { error: () => t('kind must be service or event.') })

export const adminListingStatuses = ['live', 'reported', 'hidden', 'deleted'] as const

const { attendance_mode, venue_name, ...eventFields } = listedEventFields
export const AdminListingSchema = z.object({
  ...ListedServiceSchema.shape,
  kind,
  event_availability: z.optional(z.nullable(ListedEventSchema.shape.event_availability)),
  startDate: z.optional(z.nullable(z.string())),
  endDate: z.optional(z.nullable(z.string())),
  canceled: z.optional(z.boolean()),
  ...z.partial(z.object(eventFields)).shape,
  /** How many dates a series has; null if it goes on after those that are stored, and for other listings. */
  dates: z.nullable(z.int()),
  authorEmail: z.string(),
  authorId: z.string(),
  /** When and by whom the listing was deleted, and the audit entry that can still be undone. */
  removal: z.nullable(
    z.object({
      at: z.string(),
      byAdmin: z.boolean(),
      /** The admin's email; null if the author deleted it. */
      by: z.nullable(z.string()),
      reason: z.string(),
      entry: z.nullable(z.int()),
    }),
  ),
})
export type AdminListing = z.infer<typeof AdminListingSchema>

const CasePersonSchema = z.object({
  /** The profile; null for a visitor. */
  id: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  accountSince: z.nullable(z.string()),
  /** All reports, open or resolved, of this person's ads, except those of this case. */
  otherReports: z.int(),
  isSuspended: z.boolean(),
  /** Has an account that is no admin's and no moderator's, and the viewer may suspend people. */
  canBeSuspended: z.boolean(),
})
export type CasePerson = z.infer<typeof CasePersonSchema>

const source = oneOf('source', caseSourceNames)
const CaseKeySchema = z.object({ source, id: uuidField({ error: () => t('id must be the id of a case.') }) })

/** Something that waits for an admin, wherever it comes from. */
export const CaseSchema = z.object({
  source,
  /** Of the listing, the oldest held copy of the message, the conversation, or the oldest report of the person. */
  id: z.string(),
  since: z.string(),
  latest: z.string(),
  /** What it is about: the title of the listing, or the name of the person. */
  title: z.string(),
  /** More about it, as a sentence. */
  about: z.string(),
  listing: z.nullable(AdminListingSchema),
  /** Whom it is about. The first one is responsible for most of it. */
  people: z.array(CasePersonSchema),
  /** How many people reported it. The author who asks for a review is none of them. */
  reports: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The newest reports, at most twenty. */
  newest: z.array(
    z.object({
      reason: z.string(),
      note: z.string(),
      at: z.string(),
      /** The reporter's email, unless it is a visitor. */
      by: z.nullable(z.string()),
    }),
  ),
  /** When the author of the hidden listing changed it, which asks for a review; null if they did not. */
  reviewRequested: z.nullable(z.string()),
  /** What was written, oldest first. */
  texts: z.array(z.object({ by: z.string(), text: z.string(), photos: z.array(z.string()) })),
  /** What an admin can decide now. */
  decisions: z.array(z.enum(caseDecisions)),
  /** The emails of other admins who have this case open. */
  viewedBy: z.array(z.string()),
})
export const CaseIdSchema = z.pick(CaseKeySchema, { id: true })
export type Case = z.infer<typeof CaseSchema>

export const caseOrders = ['oldest', 'newest', 'most'] as const
export const QueueSchema = z.object({
  /** The instant of the query, from which the page computes ages. */
  at: z.string(),
  cases: z.array(CaseSchema),
  /** How many match, counted to 100. */
  total: z.int(),
  /** What `after` is for the cases that follow; null on the last page. */
  next: z.nullable(z.string()),
})

const queue = z.object({ count: z.int(), oldest: z.nullable(z.string()) })
/** How many cases wait, each counted to 100, since when, and how many messages of the contact form are open. */
export const WaitingSchema = z.object({
  cases: z.record(source, queue),
  /** Of the contact form; null for moderators. */
  messages: z.nullable(z.object({ failed: z.int(), open: z.int() })),
})
export type Waiting = z.infer<typeof WaitingSchema>

const reason = textField(msg('a reason'), maxReasonLength)
const lastDay = { error: () => t('Please enter the last day of the suspension.') }
export const DecisionSchema = z
  .object({
    decision: z.enum(decisionNames, { error: () => t('Please choose what to do.') }),
    ids: z
      .array(uuidField({ error: () => t('ids must be ids of listings.') }))
      .check(
        z.minLength(1, { error: () => t('Please choose at least one listing.') }),
        z.maxLength(200, { error: () => t('Please choose at most 200 listings.') }),
      ),
    reason: z._default(reason, ''),
    /** Skips listings whose reports another admin has resolved in the meantime. */
    onlyOpenReports: z._default(yesNo('onlyOpenReports'), false),
  })
  .check(
    z.refine(
      ({ decision, reason }) => decisionOf(decision).dialog?.reason !== 'required' || !isBlank(reason),
      { error: () => t(reasonRequired), path: ['reason'] },
    ),
  )

export const CaseDecisionSchema = z
  .object({
    decision: z.enum(caseDecisions, { error: () => t('Please choose what to do.') }),
    cases: z
      .array(CaseKeySchema)
      .check(
        z.minLength(1, { error: () => t('Please choose at least one case.') }),
        z.maxLength(200, { error: () => t('Please choose at most 200 cases.') }),
      ),
    reason: z._default(reason, ''),
  })
  .check(
    z.refine(
      ({ decision, cases, reason }) =>
        !isBlank(reason) ||
        cases.every(({ source }) => caseActionOf(source, decision)?.dialog?.reason !== 'required'),
      { error: () => t(reasonRequired), path: ['reason'] },
    ),
  )

/** What became of some cases or listings. */
export const DecidedSchema = z.object({
  decided: z.array(z.string()),
  /** The audit entries by which they can be undone, as far as they can. */
  auditEntryIds: z.array(z.int()),
  /** Why the others were not decided, such as because another admin was faster. */
  skipped: z.array(z.object({ id: z.string(), message: z.string() })),
})

/** How long a suspension lasts: for good, some days, or until the end of a day. */
export const SuspensionSchema = z
  .object({
    reason: requiredText(msg('a reason'), maxReasonLength, {
      error: () => t('Please enter a reason. The person will see it.'),
    }),
    lasts: z._default(oneOf('lasts', suspensionLengths), 'always'),
    until: z._default(z.string().check(z.refine((day) => day === '' || isDay(day), lastDay)), ''),
  })
  .check(z.refine(({ lasts, until }) => lasts !== 'date' || until !== '', { ...lastDay, path: ['until'] }))

export const RemovalReasonsSchema = z.object({
  reasons: z
    .array(
      textField(msg('the reason'), maxSavedReasonLength).check(
        z.refine((text) => characterCount(text) >= 3, 'Please use at least 3 characters for each reason.'),
      ),
    )
    .check(
      z.minLength(1, { error: () => t('Please keep at least one reason.') }),
      z.maxLength(maxSavedReasons, `Please keep at most ${maxSavedReasons} reasons.`),
    ),
})

export const AuditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  /** The admin's email, or `commandLine` of `audit-actions.ts`; null if the account was deleted. */
  by: z.nullable(z.string()),
  /** A name in `audit-actions.ts`. */
  action: z.string(),
  /** The listing's title or the account's email, if it still exists. */
  target: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** The kind of a listing that still exists. */
  kind: z.nullable(kind),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  undo: z.enum(['possible', 'done', 'no']),
})
export type AuditEntry = z.infer<typeof AuditEntrySchema>
export const ProfileIdSchema = z.object({
  id: uuidField({ error: () => t('id must be the id of a profile.') }),
})

export const OverviewSchema = z.object({
  /** The instant of the query, from which the page computes ages. */
  at: z.string(),
  waiting: WaitingSchema,
  /** What is wrong with the settings of the site, in sentences. Empty for moderators. */
  settingProblems: z.array(z.string()),
  /** Null for moderators. */
  backup: z.nullable(
    z.object({
      /** `off`: none were made, and none are scheduled. `none`: the first scheduled one has not succeeded yet. */
      state: z.enum(['off', 'none', 'ok', 'overdue', 'failed']),
      /** The latest that succeeded. */
      last: z.nullable(z.object({ at: z.string(), bytes: z.int(), encrypted: z.boolean() })),
      /** The latest that failed, if none succeeded after it. */
      failure: z.nullable(z.object({ at: z.string(), error: z.string() })),
    }),
  ),
  /** Whether the first run of the site was begun, but not finished. */
  isBeingSetUp: z.boolean(),
  /** The last thirty days, oldest first. Empty for scoped moderators. */
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
export type BackupStatus = NonNullable<Overview['backup']>
