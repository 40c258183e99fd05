/** What the forms of listings need before they can be shown. */
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { canEditListing } from '../../shared/policy.ts'
import { ownProfile } from '../accounts/own-profile.ts'
import { type Choices, normalizeFilters, readFilters } from '../lists/filters.ts'
import type { AuthedLoaderContext } from '../loading.ts'
import { getListing } from './send.ts'

/** `listing` is null on the way to a new one. */
export type LoadedForm = {
  listing: Service | Event | null
  choices: Choices
  email: string
  ownPhone: string
}

export async function loadNew(given: AuthedLoaderContext): Promise<LoadedForm> {
  return loadForm(given, null)
}

/** `form` is null for somebody who may not change it, so that no forbidden call is made (specification, section 5). */
export async function loadEditable(
  given: AuthedLoaderContext,
  kind: Kind,
): Promise<{ form: LoadedForm | null }> {
  const listing = await getListing(given.api, kind, given.params.id ?? '')
  return { form: canEditListing(given.signedIn, listing) ? await loadForm(given, listing) : null }
}

async function loadForm(given: AuthedLoaderContext, listing: Service | Event | null): Promise<LoadedForm> {
  const { api, signedIn } = given
  const [categories, locations, { phone }] = await Promise.all([
    api.listCategories({}),
    api.listLocations({}),
    // Offered beside the box: a form must not fail because it cannot be told.
    ownProfile(given).catch(() => ({ phone: '' })),
  ])
  const { category = '', subcategory, country = '', state, city } = listing ?? {}
  const chosen = { category, country, subcategory, state, city }
  const filters = readFilters(new URLSearchParams())
  for (const [name, value] of Object.entries(chosen)) filters[name as keyof typeof chosen] = value ?? ''
  return {
    listing,
    choices: normalizeFilters(filters, categories, locations).choices,
    email: signedIn.email,
    ownPhone: phone,
  }
}
