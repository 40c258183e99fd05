/** What the search field suggests while someone types. */
import * as z from 'zod/mini'
import { maxSearchTextLength } from './limits.ts'
import { textParameter } from './schemas/fields.ts'

/** The most suggestions in one reply, all groups together. */
export const maxSuggestions = 8

export const SuggestionsQuerySchema = z.object({
  /** The text as typed so far. */
  q: textParameter('q', maxSearchTextLength),
})

const NamedSchema = z.object({ name: z.string(), slug: z.string() })

const TopicSuggestionSchema = z.object({
  name: z.string(),
  slug: z.string(),
  /** The category of a subcategory; null for a category. */
  category: z.nullable(NamedSchema),
})
export type TopicSuggestion = z.infer<typeof TopicSuggestionSchema>

const PlaceSuggestionSchema = z.object({
  country: NamedSchema,
  /** Null for a country. */
  state: z.nullable(z.string()),
  /** Null for a country or a state. */
  city: z.nullable(z.string()),
})
export type PlaceSuggestion = z.infer<typeof PlaceSuggestionSchema>

export const SuggestionsSchema = z.object({
  topics: z.array(TopicSuggestionSchema),
  places: z.array(PlaceSuggestionSchema),
  /** Texts to search for: what was typed, with its last word completed. */
  words: z.array(z.string()),
})
export type Suggestions = z.infer<typeof SuggestionsSchema>
