/** Which listings decide what is shown as similar to one: no more than those at least as similar as the last one shown. */
import { maxSimilarListings } from '../../../shared/limits.ts'
import type { NamedFilter } from '../catalog/service.ts'

/** A listing with the names of its topic and place. */
export type Classified = {
  category: string
  subcategory: string | null
  country: string
  state: string | null
}

/** Returns filters whose listings include all that `rows`, the listings similar to `subject`, depend on. */
export function filtersOfSimilar(subject: Classified, rows: readonly Classified[]): NamedFilter[] {
  const tiers = tiersOf(subject)
  const last = rows.length < maxSimilarListings ? undefined : rows.at(-1)
  const tierOfLast = last ? tiers.findIndex((tier) => matches(tier, last)) : -1
  return tierOfLast < 0 ? tiers : tiers.slice(0, tierOfLast + 1)
}

/** The order of `listings/similar-services.ts`. */
function tiersOf({ category, subcategory, country, state }: Classified): NamedFilter[] {
  const topics = subcategory === null ? [{ category }] : [{ category, subcategory }, { category }]
  if (state === null) return topics
  return [...topics.map((topic) => ({ ...topic, country, state })), ...topics]
}

const matches = (filter: NamedFilter, listing: Classified) =>
  Object.entries(filter).every(([part, name]) => listing[part as keyof Classified] === name)
