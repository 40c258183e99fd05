/** The filters, facets, and explanations of list and search calls, as sent. */
import * as z from 'zod/mini'
import { maxNameLength, maxPrice } from './limits.ts'
import { distances, type FilterParameter, listParameters } from './list-filters.ts'
import { textParameter } from './schemas/fields.ts'

const flag = (name: string) => z.optional(z.enum(['true'], `${name} can only be "true".`))
const choice = <const Choice extends string>(name: string, choices: Choice[]) =>
  z.optional(z.enum(choices, `${name} must be one of ${choices.join(', ')}.`))
const price = (name: string) => {
  const sentence = `${name} must be a number from 0 to ${maxPrice.toLocaleString('en-US')}.`
  return z.optional(
    z.pipe(
      z.transform((value: unknown) =>
        typeof value === 'string' && /^\d{1,7}(\.\d{1,2})?$/.test(value) ? Number(value) : value,
      ),
      z.number(sentence).check(z.gte(0, sentence), z.lte(maxPrice, sentence)),
    ),
  )
}
const day = (name: string) => {
  const sentence = `${name} must be a day such as 2026-11-20.`
  return z.optional(
    z.string(sentence).check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/, sentence),
      z.refine(
        (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
        sentence,
      ),
    ),
  )
}

/** The filter around a place, which every list of public listings has. */
export const nearFields = {
  /** A place, a US ZIP code, a Canadian postal code, or `latitude,longitude`. */
  near: z.optional(textParameter('near', maxNameLength)),
  within: z.optional(
    z.pipe(
      z.transform((value: unknown) =>
        typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
      ),
      z.union(
        distances.map((distance) => z.literal(distance)),
        `within must be one of ${distances.join(', ')}.`,
      ),
    ),
  ),
}

/** The schema of a parameter by its type. */
type SchemaOf<P> = P extends { type: 'price' }
  ? ReturnType<typeof price>
  : P extends { type: 'day' }
    ? ReturnType<typeof day>
    : P extends { type: 'flag' }
      ? ReturnType<typeof flag>
      : P extends { type: 'choice'; choices: infer Choices }
        ? ReturnType<typeof choice<keyof Choices & string>>
        : P extends { type: 'distance' }
          ? typeof nearFields.within
          : typeof nearFields.near

/** The filters beyond words, topic, and place. All are optional, and each is in the URL of a page by the same name. */
export const narrowingFields = Object.fromEntries(
  Object.entries(listParameters).map(([name, parameter]) => [name, schemaOf(name, parameter)]),
) as unknown as { [Name in FilterParameter]: SchemaOf<(typeof listParameters)[Name]> }

function schemaOf(name: string, parameter: (typeof listParameters)[FilterParameter]) {
  switch (parameter.type) {
    case 'price':
      return price(name)
    case 'day':
      return day(name)
    case 'flag':
      return flag(name)
    case 'choice':
      return choice(name, Object.keys(parameter.choices))
    case 'place':
      return nearFields.near
    case 'distance':
      return nearFields.within
  }
}

const NarrowingSchema = z.object(narrowingFields)
export type Narrowing = z.infer<typeof NarrowingSchema>

/** A facet value with its number of results. `more` means that there may be more. */
const FacetValueSchema = z.object({ name: z.string(), count: z.int(), more: z.boolean() })
export type FacetValue = z.infer<typeof FacetValueSchema>

/** Values without a result are left out. The most common come first. */
export const FacetsSchema = z.object({
  categories: z.array(FacetValueSchema),
  /** Of the chosen category; empty without one. */
  subcategories: z.array(FacetValueSchema),
  /** Of the chosen country, or of all countries. */
  states: z.array(FacetValueSchema),
  /** Of the chosen state; empty without one. */
  cities: z.array(FacetValueSchema),
  free: z.object({ count: z.int(), more: z.boolean() }),
  pictures: z.object({ count: z.int(), more: z.boolean() }),
})
export type Facets = z.infer<typeof FacetsSchema>

/** A change of the search that has results. `set` changes parameters of the URL; an empty text removes one. */
const AlternativeSearchSchema = z.object({
  reason: z.enum(['without-filter', 'nearest-place', 'related-topic']),
  label: z.string(),
  set: z.record(z.string(), z.string()),
  total: z.int(),
})
export type AlternativeSearch = z.infer<typeof AlternativeSearchSchema>

/** A part of the text that filters the results: as typed, the text without it, and the parameters of the same filter. */
const UnderstoodPartSchema = z.object({
  typed: z.string(),
  text: z.string(),
  filters: z.record(z.string(), z.string()),
})
export type UnderstoodPart = z.infer<typeof UnderstoodPartSchema>

/** What the search did, so that the page can say it. */
export const SearchReportSchema = z.object({
  /** The text with typos corrected; null if none was. */
  corrected: z.nullable(z.string()),
  /** The place that the text names and that filters the results, and the text without it; null if there is none. */
  place: z.nullable(z.object({ name: z.string(), text: z.string() })),
  /** The days, the price, and the postal code that the text names, as in `music this weekend under $40`. */
  understood: z.array(UnderstoodPartSchema),
  /** The center of `near`, or of a postal code in the text, by name and the unit of distances; null without one. */
  near: z.nullable(z.object({ name: z.string(), unit: z.enum(['mi', 'km']) })),
  /** Whether there may be more matches than `total` says. */
  more: z.boolean(),
  /** How many results of this page match fully; those after them match only some of the words. */
  full: z.int(),
  /** Whether those after them match no words either, but are in the categories of what the text asks for. */
  related: z.boolean(),
  /** What to try when nothing was found. */
  alternatives: z.array(AlternativeSearchSchema),
})
export type SearchReport = z.infer<typeof SearchReportSchema>
