/** The calls that report listings, and those of the dashboard. */
import * as z from 'zod/mini'
import { caseSourceNames } from '../case-sources.ts'
import { adminPageSize, maxSearchTextLength } from '../limits.ts'
import * as listing from '../listing.ts'
import { adminRefusals } from '../messages/forms.ts'
import * as moderation from '../moderation.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { oneOf, pageLimit, pageNumber, textParameter, totals, wholeNumber } from '../schemas/fields.ts'
import { messageReply, type PlainForm, type Rows } from './endpoint.ts'

const search = z.optional(textParameter('search', maxSearchTextLength))
const paging = { page: pageNumber, limit: pageLimit(adminPageSize, 200) }
const choice = <const Choices extends readonly [string, ...string[]]>(name: string, choices: Choices) =>
  z._default(oneOf(name, choices), choices[0])

const reportOf = (what: string) => ({
  summary: `Reports ${what}. A second report by the same person is accepted but not counted.`,
  params: listing.ListingIdSchema,
  body: moderation.ReportSchema,
  reply: messageReply,
})

const closeReportOf = (kind: listing.Kind) =>
  ({
    summary: `Approves a reported ${kind}: makes it active and resolves its reports.`,
    access: 'scoped-moderator',
    refusal: adminRefusals[kind],
    params: listing.ListingIdSchema,
    reply: messageReply,
  }) as const

/** Leads back to the filter of the queue, which says whether another admin was faster. */
const nextInQueue: PlainForm['next'] = ({ fields: { status = '' }, reply }) => {
  const { skipped = [] } = reply as Partial<z.infer<typeof moderation.DecidedSchema>>
  return withQuery(privatePaths.admin, {
    tab: 'queue',
    status,
    done: skipped.length > 0 ? 'skipped' : 'saved',
  })
}

export const moderationRows = {
  reportService: reportOf('a service'),
  closeServiceReport: closeReportOf('service'),
  reportEvent: reportOf('an event'),
  closeEventReport: closeReportOf('event'),
  listAdmins: {
    summary:
      'Lists admins, moderators, and those who are invited, as an array. The `X-Total-Count` header has the total.',
    access: 'admin',
    query: z.object({ ...paging, search, sort: choice('sort', ['email', 'name', 'pending']) }),
    reply: z.array(moderation.TeamMemberSchema),
  },
  listUsers: {
    summary: 'Lists users, as an array. The `X-Total-Count` header has the total.',
    access: 'moderator',
    query: z.object({ ...paging, search, sort: choice('sort', ['newest', 'name', 'email']) }),
    reply: z.array(moderation.UserSchema),
  },
  addAdmin: {
    summary:
      'Grants admin rights, effective once the email address is verified. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    body: moderation.AdminSchema,
    reply: messageReply,
  },
  removeAdmin: {
    summary: 'Revokes admin rights. Returns 409 for the last admin. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    refusal: adminRefusals.removeAdmin,
    params: z.pick(moderation.AdminSchema, { email: true }),
    reply: messageReply,
  },
  addModerator: {
    summary:
      'Makes someone a moderator, of some categories and places if given, effective once the email address is verified. Replaces the scope of a moderator. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    body: moderation.ModeratorSchema,
    reply: messageReply,
  },
  removeModerator: {
    summary: 'Revokes the rights of a moderator. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    params: z.pick(moderation.AdminSchema, { email: true }),
    reply: messageReply,
  },
  getOverview: {
    summary:
      'Retrieves what waits for you, and daily counts for the last 30 days; for admins, also the state of the site.',
    access: 'scoped-moderator',
    reply: moderation.OverviewSchema,
  },
  listListingsForAdmin: {
    summary: 'Lists listings of one kind, in any status, with their authors.',
    access: 'scoped-moderator',
    query: z.object({
      ...paging,
      kind: moderation.kind,
      status: choice('status', moderation.adminListingStatuses),
      search,
      sort: choice('sort', ['newest', 'price-asc', 'price-desc']),
    }),
    reply: z.object({ listings: z.array(moderation.AdminListingSchema), ...totals }),
  },
  listCases: {
    summary: 'Lists what waits for you: reported listings, conversations and people, and held messages.',
    access: 'scoped-moderator',
    query: z.object({
      source: z.optional(oneOf('source', caseSourceNames)),
      search,
      sort: choice('sort', moderation.caseOrders),
      after: z.optional(textParameter('after', 80)),
      limit: pageLimit(adminPageSize, 200),
    }),
    reply: moderation.QueueSchema,
  },
  countCases: {
    summary: 'Counts what waits for you, to 100 of each kind.',
    access: 'scoped-moderator',
    reply: moderation.WaitingSchema,
  },
  decideCases: {
    summary: 'Decides open cases. Returns the ids that another admin decided first as `skipped`.',
    access: 'scoped-moderator',
    body: moderation.CaseDecisionSchema,
    reply: moderation.DecidedSchema,
    forms: [
      {
        path: privatePaths.adminQueue,
        hidden: /^(case|source|status)$/,
        toBody: ({ source, case: id, action, reason }) => ({
          cases: [{ source, id }],
          decision: action,
          reason,
        }),
        next: nextInQueue,
      },
    ],
  },
  markCaseViewed: {
    summary: 'Marks a case as being viewed by you. Returns the other admins who are viewing it.',
    access: 'scoped-moderator',
    params: moderation.CaseIdSchema,
    reply: z.object({ viewedBy: z.array(z.string()) }),
  },
  decide: {
    summary:
      'Approves, hides, or removes listings. Returns the ids that another admin decided first as `skipped`.',
    access: 'scoped-moderator',
    body: moderation.DecisionSchema,
    reply: moderation.DecidedSchema,
  },
  suspendUser: {
    summary: 'Suspends a user, by profile id, for good or until a day, and hides their listings.',
    access: 'moderator',
    params: moderation.ProfileIdSchema,
    body: moderation.SuspensionSchema,
    reply: messageReply,
    forms: [{ path: privatePaths.adminSuspend, hidden: /^(id|status)$/, next: nextInQueue }],
  },
  liftSuspension: {
    summary: 'Lifts a suspension and restores the listings that it hid.',
    access: 'moderator',
    params: moderation.ProfileIdSchema,
    reply: messageReply,
  },
  listAuditLog: {
    summary:
      'Lists what admins and moderators did, newest first; for moderators, the decisions in their scope.',
    access: 'scoped-moderator',
    query: z.object({ ...paging, search }),
    reply: z.object({ entries: z.array(moderation.AuditEntrySchema), ...totals }),
  },
  undo: {
    summary: 'Reverts an action in the audit log.',
    access: 'scoped-moderator',
    params: z.object({ id: wholeNumber('id', 1, 999_999_999) }),
    reply: messageReply,
    forms: [{ path: privatePaths.adminUndo, next: () => withQuery(privatePaths.admin, { tab: 'log' }) }],
  },
  listRemovalReasons: {
    summary: 'Lists the saved removal reasons.',
    access: 'scoped-moderator',
    reply: moderation.RemovalReasonsSchema,
  },
  setRemovalReasons: {
    summary: 'Replaces the saved removal reasons.',
    access: 'admin',
    body: moderation.RemovalReasonsSchema,
    reply: moderation.RemovalReasonsSchema,
  },
} as const satisfies Rows
