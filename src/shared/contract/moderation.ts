/** The calls that report listings, and those of the dashboard. */
import * as z from 'zod/mini'
import * as listing from '../listing.ts'
import { adminRefusals } from '../messages/forms.ts'
import * as moderation from '../moderation.ts'
import { publicPaths } from '../paths.ts'
import { done, type PlainForm, type Rows } from './endpoint.ts'

const reviewForm = (kind: listing.Kind): PlainForm => ({
  path: publicPaths.requestReview(kind, ':id'),
  next: ({ id }) => publicPaths.listing(kind, id),
})

export const moderationRows = {
  reportService: {
    summary: 'Reports a service. A second report by the same person is accepted but not counted.',
    params: listing.ListingIdSchema,
    body: moderation.ReportSchema,
    reply: done,
  },
  requestReview: {
    summary: 'Asks the admins to review your hidden listing. Editing it asks, too.',
    access: 'active',
    params: listing.ListingIdSchema,
    reply: done,
    forms: [reviewForm('service'), reviewForm('event')],
  },
  closeServiceReport: {
    summary: 'Approves a reported service: makes it active and resolves its reports.',
    access: 'admin',
    refusal: adminRefusals.service,
    params: listing.ListingIdSchema,
    reply: done,
  },
  reportEvent: {
    summary: 'Reports an event. A second report by the same person is accepted but not counted.',
    params: listing.ListingIdSchema,
    body: moderation.ReportSchema,
    reply: done,
  },
  closeEventReport: {
    summary: 'Approves a reported event: makes it active and resolves its reports.',
    access: 'admin',
    refusal: adminRefusals.event,
    params: listing.ListingIdSchema,
    reply: done,
  },
  listAdmins: {
    summary: 'Lists admins and invited admins, as an array. The `X-Total-Count` header has the total.',
    access: 'admin',
    query: moderation.AdminsQuerySchema,
    reply: z.array(moderation.AdminRowSchema),
  },
  listUsers: {
    summary: 'Lists users, as an array. The `X-Total-Count` header has the total.',
    access: 'admin',
    query: moderation.UsersQuerySchema,
    reply: z.array(moderation.UserSchema),
  },
  addAdmin: {
    summary:
      'Grants admin rights, effective once the email address is verified. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    body: moderation.AdminSchema,
    reply: done,
  },
  removeAdmin: {
    summary: 'Revokes admin rights. Returns 409 for the last admin. Requires a sign-in within the last hour.',
    access: 'admin',
    recentSignIn: true,
    refusal: adminRefusals.removeAdmin,
    params: moderation.AdminEmailSchema,
    reply: done,
  },
  getOverview: {
    summary: 'Retrieves what needs an admin’s attention, and daily counts for the last 30 days.',
    access: 'admin',
    reply: moderation.OverviewSchema,
  },
  listListingsForAdmin: {
    summary: 'Lists listings of one kind, in any status, with their authors.',
    access: 'admin',
    query: moderation.AdminListingQuerySchema,
    reply: moderation.AdminListingPageSchema,
  },
  listCases: {
    summary: 'Lists reported listings with their open reports.',
    access: 'admin',
    query: moderation.ReportCaseQuerySchema,
    reply: moderation.ReportCasePageSchema,
  },
  markCaseViewed: {
    summary: 'Marks a report case as being viewed by you. Returns the other admins who are viewing it.',
    access: 'admin',
    params: listing.ListingIdSchema,
    reply: moderation.CaseViewersSchema,
  },
  decide: {
    summary:
      'Approves, hides, or removes listings. Returns the ids that another admin decided first as `skipped`.',
    access: 'admin',
    body: moderation.DecisionSchema,
    reply: moderation.DecisionResultSchema,
  },
  suspendUser: {
    summary: 'Suspends a user, by profile id, and hides their listings.',
    access: 'admin',
    params: moderation.ProfileIdSchema,
    body: moderation.SuspensionSchema,
    reply: done,
  },
  liftSuspension: {
    summary: 'Lifts a suspension and restores the listings that it hid.',
    access: 'admin',
    params: moderation.ProfileIdSchema,
    reply: done,
  },
  listAuditLog: {
    summary: 'Lists admin actions, newest first.',
    access: 'admin',
    query: moderation.AuditLogQuerySchema,
    reply: moderation.AuditLogPageSchema,
  },
  undo: {
    summary: 'Reverts an action in the audit log.',
    access: 'admin',
    params: moderation.AuditEntryIdSchema,
    reply: done,
  },
  listRemovalReasons: {
    summary: 'Lists the saved removal reasons.',
    access: 'admin',
    reply: moderation.RemovalReasonsSchema,
  },
  setRemovalReasons: {
    summary: 'Replaces the saved removal reasons.',
    access: 'admin',
    body: moderation.RemovalReasonsSchema,
    reply: moderation.RemovalReasonsSchema,
  },
} as const satisfies Rows
