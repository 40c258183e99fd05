import { adminDone, reports, reviewRequested } from '../../../shared/messages/forms.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Moderation } from './service.ts'

export const moderationRoutes = (moderation: Moderation) =>
  ({
    reportService: async (request) => {
      await moderation.report(request, 'service', request.params.id, request.body)
      return { message: reports.service.done }
    },
    reportEvent: async (request) => {
      await moderation.report(request, 'event', request.params.id, request.body)
      return { message: reports.event.done }
    },
    requestReview: async (request) => {
      await moderation.requestReview(request, request.params.id)
      return { message: reviewRequested }
    },
    closeServiceReport: async (request) => {
      await moderation.approve(request, 'service', request.params.id)
      return { message: adminDone.service }
    },
    closeEventReport: async (request) => {
      await moderation.approve(request, 'event', request.params.id)
      return { message: adminDone.event }
    },
    listAdmins: ({ query }) => moderation.listAdmins(query),
    listUsers: ({ query }) => moderation.listUsers(query),
    addAdmin: async (request) => ({ message: await moderation.addAdmin(request, request.body) }),
    removeAdmin: async (request) => {
      await moderation.removeAdmin(request, request.params.email)
      return { message: adminDone.adminRemoved }
    },
    getOverview: () => moderation.overview(),
    listListingsForAdmin: (request) => moderation.listListingsForAdmin(request, request.query),
    listCases: (request) => moderation.listCases(request, request.query),
    markCaseViewed: (request) => moderation.touchPresence(request, request.params.id),
    decide: (request) => moderation.decide(request, request.body),
    suspendUser: async (request) => {
      await moderation.suspend(request, request.params.id, request.body.reason)
      return { message: 'Account suspended. Its ads are hidden.' }
    },
    liftSuspension: async (request) => {
      await moderation.lift(request, request.params.id)
      return { message: 'Suspension lifted. The ads it hid are visible again.' }
    },
    listAuditLog: ({ query }) => moderation.listAuditLog(query),
    undo: async (request) => {
      await moderation.undo(request, request.params.id)
      return { message: 'Undone.' }
    },
    listRemovalReasons: () => moderation.listReasons(),
    setRemovalReasons: (request) => moderation.setReasons(request, request.body.reasons),
  }) satisfies Partial<Handlers>
