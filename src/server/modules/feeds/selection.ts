/** Which listings a feed or a calendar holds: what the query of its address says, in the words of the pages. */
import * as z from 'zod/mini'
import { FilterSchema, type Kind } from '../../../shared/listing.ts'
import { parse } from '../../platform/http/dispatch.ts'

const names = {
  searchtext: true,
  category: true,
  subcategory: true,
  country: true,
  state: true,
  city: true,
} as const
const SelectionSchema = z.pick(FilterSchema, { ...names, sort: true })

export type FeedSelection = z.infer<typeof SelectionSchema>

/** Throws `invalid` with a sentence for each parameter that cannot be meant. */
export const readSelection = (query: unknown): FeedSelection => parse(SelectionSchema, query) as FeedSelection

/** `Events · Pet Services · Austin, Texas · “market”`. */
export function titleOf(
  kind: Kind,
  { category, subcategory, country, state, city, searchtext }: FeedSelection,
) {
  // A place is known by what is nearest: the country is only said when there is nothing below it.
  const place = state || city ? [city, state].filter(Boolean).join(', ') : country
  return [
    kind === 'service' ? 'Services' : 'Events',
    subcategory || category,
    place,
    searchtext && `“${searchtext}”`,
  ]
    .filter(Boolean)
    .join(' · ')
}
