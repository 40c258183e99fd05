/** The towns of a list, for its map. No location is finer than a town. */
import * as z from 'zod/mini'
import { searchFields } from './listing.ts'

/** The filters of a list, and which of the two lists it is. */
export const MapQuerySchema = z.object({
  kind: z.enum(['service', 'event'], 'kind must be "service" or "event".'),
  ...searchFields,
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

const latitude = 'latitude must be a number from -90 to 90.'
const longitude = 'longitude must be a number from -180 to 180.'
export const CoordinatesSchema = z.object({
  latitude: z.number(latitude).check(z.gte(-90, latitude), z.lte(90, latitude)),
  longitude: z.number(longitude).check(z.gte(-180, longitude), z.lte(180, longitude)),
})
/** The name of a town, as `near` takes it; null far from every town. */
export const NearestTownSchema = z.object({ name: z.nullable(z.string()) })

/** Every town with a result, the most results first. Listings without a town are on no map. */
export const MapSchema = z.array(TownSchema)
