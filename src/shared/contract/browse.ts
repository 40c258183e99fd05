/** The calls of pages with lists besides the lists: counts of topics, the calendar, the map, and suggestions. */
import * as z from 'zod/mini'
import { addDays } from '../days.ts'
import { CalendarEventSchema } from '../event-fields.ts'
import { maxCalendarDays, maxEventsPerDay, maxSearchTextLength } from '../limits.ts'
import { CountFilterSchema, searchFields } from '../listing.ts'
import { dayParameter, textParameter, wholeNumber } from '../schemas/fields.ts'
import { withFieldFilters } from '../search.ts'
import { t } from '../translate.ts'
import type { Rows } from './endpoint.ts'

/** How many public ads a topic has in one place or everywhere. Topics without ads are left out of replies. */
const TopicCountSchema = z.object({
  /** The id of a category or a subcategory. No two of them share one. */
  id: z.string(),
  services: z.int(),
  events: z.int(),
})
export type TopicCount = z.infer<typeof TopicCountSchema>

const { when, hide_ended, ...filters } = searchFields

const tooManyDays = `The calendar has from 1 to ${maxCalendarDays} days: please choose an earlier day for to, or a later one for from.`

/** The filters of a list, and the first and the last day of the calendar. */
const CalendarQuerySchema = withFieldFilters(
  z.object({
    ...filters,
    from: dayParameter('from'),
    to: dayParameter('to'),
    /** How many events of each day are listed. */
    limit: z._default(wholeNumber('limit', 0, maxEventsPerDay), 3),
  }),
).check(
  z.refine(({ from, to }) => to >= from && to < addDays(from, maxCalendarDays), {
    path: ['to'],
    error: tooManyDays,
    when: ({ issues }) => issues.length === 0,
  }),
)
export type CalendarQuery = z.infer<typeof CalendarQuerySchema>

const DayEventSchema = z.object({
  ...CalendarEventSchema.shape,
  /** The last day of a series that takes place every day, without exceptions. `until` is null if it has no end. */
  daily: z.nullable(z.object({ until: z.nullable(z.string()) })),
})
export type DayEvent = z.infer<typeof DayEventSchema>

const CalendarDaySchema = z.object({
  day: z.string(),
  /** How many events take place on the day. */
  total: z.int(),
  /** The first by time, then those that began on an earlier day. */
  events: z.array(DayEventSchema),
})
export type CalendarDay = z.infer<typeof CalendarDaySchema>

const MapQuerySchema = withFieldFilters(
  z.object({
    kind: z.enum(['service', 'event'], { error: () => t('kind must be "service" or "event".') }),
    ...searchFields,
  }),
)
export type MapQuery = z.infer<typeof MapQuerySchema>

/** No location on a map is finer than a town. */
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

const latitude = { error: () => t('latitude must be a number from -90 to 90.') }
const longitude = { error: () => t('longitude must be a number from -180 to 180.') }
const CoordinatesSchema = z.object({
  latitude: z.number(latitude).check(z.gte(-90, latitude), z.lte(90, latitude)),
  longitude: z.number(longitude).check(z.gte(-180, longitude), z.lte(180, longitude)),
})

const NamedSchema = z.object({ name: z.string(), slug: z.string() })

const TopicSuggestionSchema = z.object({
  name: z.string(),
  slug: z.string(),
  /** The category of a subcategory. */
  category: z.nullable(NamedSchema),
})
export type TopicSuggestion = z.infer<typeof TopicSuggestionSchema>

export const PlaceSuggestionSchema = z.object({
  country: NamedSchema,
  /** A state or a city has one. */
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
})
export type PlaceSuggestion = z.infer<typeof PlaceSuggestionSchema>

const AdSuggestionSchema = z.object({
  kind: z.enum(['service', 'event']),
  id: z.string(),
  title: z.string(),
  /** Its town or what else is known of where it is. */
  place: z.nullable(z.string()),
})
export type AdSuggestion = z.infer<typeof AdSuggestionSchema>

const SuggestionsSchema = z.object({
  topics: z.array(TopicSuggestionSchema),
  places: z.array(PlaceSuggestionSchema),
  /** Texts to search for: what was typed, with its last word completed. */
  words: z.array(z.string()),
  /** The best matches among the ads, at most three. */
  ads: z.array(AdSuggestionSchema),
})
export type Suggestions = z.infer<typeof SuggestionsSchema>

export const browseRows = {
  countListings: {
    summary: 'Counts the services and events of each category and subcategory that has any.',
    query: CountFilterSchema,
    reply: z.array(TopicCountSchema),
  },
  eventCalendar: {
    summary: 'Counts the events that match all filters on each day, and lists the first of them.',
    query: CalendarQuerySchema,
    // Every day from `from` to `to`.
    reply: z.object({ days: z.array(CalendarDaySchema) }),
  },
  listTowns: {
    summary: 'Lists the towns that have services or events that match all filters, with their number.',
    query: MapQuerySchema,
    // Every town with a result, the most results first. Listings without a town are on no map.
    reply: z.array(TownSchema),
  },
  findNearestTown: {
    summary: 'Finds the town that is nearest to a position, which is not stored.',
    body: CoordinatesSchema,
    // As `near` takes it; null far from every town.
    reply: z.object({ name: z.nullable(z.string()) }),
  },
  locateTown: {
    summary: 'Returns the position of a town; null if there is none of this name.',
    query: z.object({ near: textParameter('near', maxSearchTextLength) }),
    reply: z.nullable(CoordinatesSchema),
  },
  suggest: {
    summary:
      'Suggests topics, places, and words that match what was typed so far, at most eight in all, and ads. With `only`, towns by their names and postal codes.',
    query: z.object({
      q: textParameter('q', maxSearchTextLength),
      only: z.optional(z.enum(['places'], 'only can only be "places".')),
    }),
    reply: SuggestionsSchema,
    maxAge: 60,
    // One costs as much as a search for a word: with ads, it is two small ones.
    budget: { name: 'suggestions', perMinute: 300, burst: 120 },
  },
} as const satisfies Rows
