import type { Handlers } from '../../platform/http/handlers.ts'
import type { Suggest } from './suggestions.ts'

export const searchRoutes = (suggest: Suggest) =>
  ({ suggest: ({ query }) => suggest(query.q) }) satisfies Partial<Handlers>
