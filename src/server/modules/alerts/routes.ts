import type { Handlers } from '../../platform/http/handlers.ts'
import type { AlertService } from './service.ts'

export const alertRoutes = (alerts: AlertService) =>
  ({
    listSavedSearches: ({ viewer }) => alerts.list(viewer),
    saveSearch: async ({ viewer, body }) => ({
      message: 'Search saved.',
      id: await alerts.save(viewer, body),
    }),
    changeSavedSearch: async ({ viewer, params, body }) => {
      await alerts.change(viewer, params.id, body)
      return { message: 'Saved.' }
    },
    deleteSavedSearch: async ({ viewer, params }) => {
      await alerts.delete(viewer, params.id)
      return { message: 'Search deleted.' }
    },
    addPushSubscription: async ({ viewer, body }) => {
      await alerts.addBrowser(viewer, body)
      return { message: 'Notifications are on in this browser.' }
    },
    removePushSubscription: async ({ viewer, body }) => {
      await alerts.removeBrowser(viewer, body.endpoint)
      return { message: 'Notifications are off in this browser.' }
    },
  }) satisfies Partial<Handlers>
