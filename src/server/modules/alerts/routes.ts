import { done, type Handlers } from '../../platform/http/handlers.ts'
import type { AlertService } from './service.ts'

export const alertRoutes = (alerts: AlertService) =>
  ({
    listSavedSearches: ({ viewer }) => alerts.list(viewer),
    saveSearch: async ({ viewer, body }) => ({
      message: 'Search saved.',
      id: await alerts.save(viewer, body),
    }),
    changeSavedSearch: ({ viewer, params, body }) => done(alerts.change(viewer, params.id, body), 'Saved.'),
    deleteSavedSearch: ({ viewer, params }) => done(alerts.delete(viewer, params.id), 'Search deleted.'),
    addPushSubscription: ({ viewer, body }) =>
      done(alerts.addBrowser(viewer, body), 'Notifications are on in this browser.'),
    removePushSubscription: ({ viewer, body }) =>
      done(alerts.removeBrowser(viewer, body.endpoint), 'Notifications are off in this browser.'),
  }) satisfies Partial<Handlers>
