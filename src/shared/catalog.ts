/**
 * The catalog: the topics and places of listings.
 *
 * category — a topic, with its subcategories
 * location — a country, with its states or provinces and their cities
 */
import * as z from 'zod/mini'

const SubcategorySchema = z.object({ id: z.string(), name: z.string(), slug: z.string() })

export const CategorySchema = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  subcategories: z.array(SubcategorySchema),
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

export const LocationSchema = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  state: z.array(StateSchema),
})
export type Location = z.infer<typeof LocationSchema>

/** How many public ads a topic has in one place or everywhere. Topics without ads are left out of replies. */
export const TopicCountSchema = z.object({
  /** The id of a category or a subcategory. No two of them share one. */
  id: z.string(),
  services: z.int(),
  events: z.int(),
})
export type TopicCount = z.infer<typeof TopicCountSchema>
