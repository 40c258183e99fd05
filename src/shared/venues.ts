/** Venues that the form of an event suggests. */
import * as z from 'zod/mini'
import { maxNameLength, venueLengths } from './limits.ts'
import { textParameter } from './schemas/fields.ts'

export const maxVenueSuggestions = 8

export const VenueQuerySchema = z.object({
  /** What was typed of the name. Empty: the venues that you used last. */
  q: z.optional(textParameter('q', venueLengths.name)),
  /** The town of the event: venues of other people’s public events there are suggested, too. */
  country: z.optional(textParameter('country', maxNameLength)),
  state: z.optional(textParameter('state', maxNameLength)),
  city: z.optional(textParameter('city', maxNameLength)),
})
export type VenueQuery = z.infer<typeof VenueQuerySchema>

export const VenueSuggestionsSchema = z.array(
  z.object({
    name: z.string(),
    address: z.string(),
    postal_code: z.string(),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    /** `Austin, Texas`. */
    town: z.string(),
  }),
)
export type VenueSuggestion = z.infer<typeof VenueSuggestionsSchema>[number]
