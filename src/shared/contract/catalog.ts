/**
 * The catalog: the topics and places of listings.
 *
 * category — a topic, with its subcategories
 * location — a country, with its states or provinces and their cities
 */
import * as z from 'zod/mini'
import { maxNameLength } from '../limits.ts'
import { textParameter } from '../schemas/fields.ts'
import { PlaceSuggestionSchema } from './browse.ts'
import type { Rows } from './endpoint.ts'

/** Which listings it is for. Missing: services and events. */
const kinds = z.optional(z.array(z.enum(['service', 'event'])))
/** Whether nobody can choose it anymore. Missing: anybody can. Lists of what the site offers lack it. */
const retired = z.optional(z.boolean())
const CategorySchema = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  kinds,
  retired,
  subcategories: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), kinds, retired })),
})
export type Category = z.infer<typeof CategorySchema>

const StateSchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  cities: z.array(z.object({ name: z.string() })),
})
export type State = z.infer<typeof StateSchema>

const LocationSchema = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** What its states are called, such as `province`. Missing: state. */
  term: z.optional(z.string()),
  state: z.array(StateSchema),
})
export type Location = z.infer<typeof LocationSchema>

const idOrSlug = z.object({ id: textParameter('id', maxNameLength) })

export const catalogRows = {
  listCategories: {
    summary: 'Lists all categories with their subcategories.',
    reply: z.array(CategorySchema),
  },
  getCategory: {
    summary: 'Retrieves a category by id or slug.',
    params: idOrSlug,
    reply: CategorySchema,
  },
  getSingleCategory: {
    summary: 'Retrieves a category by name.',
    query: z.object({ category: textParameter('category', maxNameLength) }),
    reply: CategorySchema,
  },
  listLocations: {
    summary: 'Lists all countries with their states and cities.',
    reply: z.array(LocationSchema),
  },
  getLocation: {
    summary: 'Retrieves a country by id or slug.',
    params: idOrSlug,
    reply: LocationSchema,
  },
  listPlaces: {
    summary:
      'Lists all countries with their states, and of the cities only those of the named state: what a form needs to choose a place.',
    query: z.object({
      country: z.optional(textParameter('country', maxNameLength)),
      state: z.optional(textParameter('state', maxNameLength)),
    }),
    reply: z.array(LocationSchema),
  },
  findPlaces: {
    summary:
      'Finds the places that a name of a city may mean, such as `austin` or `St Louis, MO`. If there is no such city, those whose names begin with it.',
    query: z.object({ name: textParameter('name', maxNameLength) }),
    reply: z.array(PlaceSuggestionSchema),
  },
} as const satisfies Rows
