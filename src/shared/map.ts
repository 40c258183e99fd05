/** The towns of a list, for its map. No location is finer than a town. */
import * as z from 'zod/mini'
import { FilterSchema } from './listing.ts'

const { page: _page, limit: _limit, sort: _sort, status: _status, ...filters } = FilterSchema.shape

/** The filters of a list, and which of the two lists it is. */
export const MapQuerySchema = z.object({
  kind: z.enum(['service', 'event'], 'kind must be "service" or "event".'),
  ...filters,
})
export type MapQuery = z.infer<typeof MapQuerySchema>

const TownSchema = z.object({
  name: z.string(),
  state: z.string(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** The number of listings there. */
  count: z.int(),
})
export type Town = z.infer<typeof TownSchema>

/** Every town with a result, the most results first. Listings without a town are on no map. */
export const MapSchema = z.array(TownSchema)
