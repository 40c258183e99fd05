/** The filters, facets, and explanations of list and search calls, as sent. */

import * as z from 'zod/mini'
import { maxNameLength, maxPrice } from './limits.ts'
import {
  distances,
  type FilterParameter,
  type FilterValues,
  isAnywhere,
  listParameters,
} from './list-filters.ts'
import { type FieldFilterTexts, isFieldParameter, readFieldFilters } from './listing-fields/parameters.ts'
import { dayParameter, oneOf, textParameter, toNumber } from './schemas/fields.ts'
import { t } from './translate.ts'

/** The filters beyond words, topic, and place. All are optional, and each is in the URL of a page by the same name. */
export const filterFields = Object.fromEntries(
  Object.entries(listParameters).map(([name, parameter]) => [name, z.optional(schemaOf(name, parameter))]),
) as unknown as {
  [Name in FilterParameter]: z.ZodMiniOptional<
    z.ZodMiniType<NonNullable<FilterValues[Name]>, string | number>
  >
}

function schemaOf(name: string, parameter: (typeof listParameters)[FilterParameter]) {
  switch (parameter.type) {
    case 'price': {
      const sentence = {
        error: () => t('{name} must be a number from 0 to {max}.', { name, max: maxPrice }),
      }
      const price = z.number(sentence).check(z.gte(0, sentence), z.lte(maxPrice, sentence))
      return z.pipe(toNumber(/^\d{1,7}(\.\d{1,2})?$/), price)
    }
    case 'day':
      return dayParameter(name)
    case 'flag':
      return z.enum(['true'], { error: () => t('{name} can only be "true".', { name }) })
    case 'choice': {
      const choices = Object.keys(parameter.choices)
      return oneOf(name, choices)
    }
    // A place, a US ZIP code, a Canadian postal code, or `latitude,longitude`.
    case 'place':
      return textParameter(name, maxNameLength).check(z.overwrite((near) => (isAnywhere(near) ? '' : near)))
    case 'languages': {
      const sentence = { error: () => t('{name} must be tags of languages, such as fr or en,fr.', { name }) }
      return z.string(sentence).check(z.regex(/^[a-z]{2,3}(,[a-z]{2,3}){0,9}$/, sentence))
    }
    case 'distance': {
      const literals = distances.map((distance) => z.literal(distance))
      return z.pipe(
        toNumber(/^\d{1,3}$/),
        z.union(literals, {
          error: () => t('{name} must be one of {values}.', { name, values: distances.join(', ') }),
        }),
      )
    }
  }
}

/**
 * Returns a schema that also takes the filters of fields, such as `f.years`, which differ from site to site. Other unknown parameters are
 * left out. The server rejects the filters that a list does not have.
 */
export function withFieldFilters<Shape extends z.core.$ZodShape>(schema: z.ZodMiniObject<Shape>) {
  const open: z.ZodMiniType = z.catchall(schema as z.ZodMiniObject, z.unknown())
  const collected = open.check(z.overwrite((query) => collectFieldFilters(schema.shape, Object(query))))
  return collected as unknown as z.ZodMiniObject<Shape, { in: FieldFilterTexts; out: FieldFilterTexts }>
}

/** Is refused as the filter of any field. */
const noFilter = '-'

function collectFieldFilters(shape: object, query: object): object {
  const given: [string, unknown][] = Object.entries(query)
  const texts = given.flatMap(([name, value]) =>
    isFieldParameter(name)
      ? [value].flat().map((part) => [name, typeof part === 'string' ? part : noFilter])
      : [],
  )
  const own = Object.fromEntries(given.filter(([name]) => Object.hasOwn(shape, name)))
  return Object.assign(own, readFieldFilters(new URLSearchParams(texts)))
}

/** A facet value with its number of results. `more` means that there may be more. */
const FacetValueSchema = z.object({ name: z.string(), count: z.int(), more: z.boolean() })
export type FacetValue = z.infer<typeof FacetValueSchema>

/** Values without a result are left out. The most common come first. */
export const FacetsSchema = z.object({
  categories: z.array(FacetValueSchema),
  /** Those of the chosen category; empty without one. */
  subcategories: z.array(FacetValueSchema),
  /** Those of the chosen country, or of all countries. */
  states: z.array(FacetValueSchema),
  /** Those of the chosen state; empty without one. */
  cities: z.array(FacetValueSchema),
  free: z.object({ count: z.int(), more: z.boolean() }),
  pictures: z.object({ count: z.int(), more: z.boolean() }),
  /** The fields of the chosen topic by which the list can be filtered or ordered, with those of their choices that have a result. */
  fields: z.array(
    z.object({
      key: z.string(),
      choices: z.array(z.object({ key: z.string(), count: z.int(), more: z.boolean() })),
    }),
  ),
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
