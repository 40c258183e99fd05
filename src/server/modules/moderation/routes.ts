import { adminDone, reports } from '../../../shared/messages/forms.ts'
import { t } from '../../../shared/translate.ts'
import { done, type Handlers } from '../../platform/http/handlers.ts'
import type { Moderation } from './service.ts'

export const moderationRoutes = (moderation: Moderation) =>
  ({
    reportService: (request) =>
      done(moderation.report(request, 'service', request.params.id, request.body), t(reports.service.done)),
    reportEvent: (request) =>
      done(moderation.report(request, 'event', request.params.id, request.body), t(reports.event.done)),
    closeServiceReport: (request) =>
      done(moderation.approve(request, 'service', request.params.id), t(adminDone.service)),
    closeEventReport: (request) =>
      done(moderation.approve(request, 'event', request.params.id), t(adminDone.event)),
    listAdmins: ({ query }) => moderation.listAdmins(query),
    listUsers: (request) => moderation.listUsers(request, request.query),
    addAdmin: async (request) => ({ message: await moderation.addAdmin(request, request.body) }),
    removeAdmin: (request) =>
      done(moderation.removeAdmin(request, request.params.email), t(adminDone.adminRemoved)),
    addModerator: async (request) => ({ message: await moderation.addModerator(request, request.body) }),
    removeModerator: (request) =>
      done(moderation.removeModerator(request, request.params.email), t(adminDone.moderatorRemoved)),
    getOverview: (request) => moderation.overview(request),
    listListingsForAdmin: (request) => moderation.listListingsForAdmin(request, request.query),
    listCases: (request) => moderation.listCases(request, request.query),
    countCases: (request) => moderation.countCases(request),
    decideCases: (request) => moderation.decideCases(request, request.body),
    markCaseViewed: (request) => moderation.touchPresence(request, request.params.id),
    decide: (request) => moderation.decide(request, request.body),
    suspendUser: (request) =>
      done(
        moderation.suspend(request, request.params.id, request.body),
        t('Account suspended. Its ads are hidden.'),
      ),
    liftSuspension: (request) =>
      done(
        moderation.lift(request, request.params.id),
        t('Suspension lifted. The ads it hid are visible again.'),
      ),
    listAuditLog: (request) => moderation.listAuditLog(request, request.query),
    undo: (request) => done(moderation.undo(request, request.params.id), t('Undone.')),
    listRemovalReasons: () => moderation.listReasons(),
    setRemovalReasons: (request) => moderation.setReasons(request, request.body.reasons),
  }) satisfies Partial<Handlers>
