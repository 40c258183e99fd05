import type { Handlers } from '../../platform/http/handlers.ts'
import type { Suggest } from './service.ts'

export const searchSuggestionRoutes = (suggest: Suggest) =>
  ({ suggest: ({ query }) => suggest(query.q) }) satisfies Partial<Handlers>
