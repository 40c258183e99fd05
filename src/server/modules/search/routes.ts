import type { Handlers } from '../../platform/http/handlers.ts'
import type { SearchService } from './service.ts'
import type { Suggest } from './suggestions.ts'

type SearchRoutesOptions = { search: Pick<SearchService, 'resolvePlace'>; suggest: Suggest }

export const searchRoutes = ({ search, suggest }: SearchRoutesOptions) =>
  ({
    async findNearestTown({ body: { latitude, longitude } }) {
      const town = await search.resolvePlace(`${latitude.toFixed(3)},${longitude.toFixed(3)}`)
      return { name: town?.name ?? null }
    },
    suggest: ({ query }) => suggest(query.q),
  }) satisfies Partial<Handlers>
