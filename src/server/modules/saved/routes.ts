import type { Handlers } from '../../platform/http/handlers.ts'
import type { SavedService } from './service.ts'

export const savedRoutes = (saved: SavedService) =>
  ({
    listSaved: ({ viewer }) => saved.list(viewer),
    saveListings: ({ viewer, body }) => saved.save(viewer, body.ids),
    removeSaved: ({ viewer, body }) => saved.remove(viewer, body.ids),
  }) satisfies Partial<Handlers>
