import { AppError } from '../../../shared/errors.ts'
import { missingChoices } from '../../../shared/listing-input.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'

type Named = {
  category: string
  country: string
  subcategory?: string | null | undefined
  state?: string | null | undefined
  city?: string | null | undefined
}
const lower = ['subcategory', 'state', 'city'] as const

/**
 * The ids of what a listing is about and where it is. Throws `invalid` with a sentence for each name that the catalog
 * does not have in that place, and for each that is needed and missing.
 */
export function resolveTaxonomy(catalog: Catalog, input: Named, how: { update: boolean }): Taxonomy['ids'] {
  const { category, country } = input
  const [subcategory, state, city] = lower.map((part) => input[part] || undefined)
  const names = { category, subcategory, country, state, city }
  const ids = catalog.idsOf(names)
  const first = (part: keyof typeof ids) => ids[part]?.[0] ?? null

  const fields: Record<string, string> = {
    ...missingChoices(names, catalog.availableChoices(names), how),
    ...(city && !state && { state: 'Please choose the state that the city lies in.' }),
  }
  for (const [part, found] of Object.entries(ids)) {
    if (found.length === 0) fields[part] = `This ${part} does not exist. Please choose one from the list.`
  }
  const category_id = first('category')
  const country_id = first('country')
  if (category_id === null || country_id === null || Object.keys(fields).length > 0)
    throw new AppError('invalid', Object.values(fields).join(' '), fields)
  return {
    category_id,
    subcategory_id: first('subcategory'),
    country_id,
    state_id: first('state'),
    city_id: first('city'),
  }
}
