/** Loads what the listing forms need. */
import type { EditableListing, Kind } from '../../shared/listing.ts'
import { canEditListing } from '../../shared/policy.ts'
import { loadOwnProfile } from '../account/own-profile.ts'
import { normalizeTaxonomy, readTaxonomy } from '../browse/filters/read-taxonomy.ts'
import type { Choices } from '../browse/filters/taxonomy.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { type ImportedValues, loadImported } from './imported-event.ts'
import { findEditable } from './use-save-listing.ts'

/** `listing` is null for a new one. */
export type ListingFormData = {
  listing: EditableListing | null
  choices: Choices
  email: string
  ownPhone: string
  /** Values of a new listing that are filled in for the user. */
  preset: { country: string }
  /** An event of the author's own calendar that fills in the form; null without one. */
  imported: ImportedValues | null
}

export const loadNewListing = (context: AuthedLoaderContext): Promise<ListingFormData> =>
  loadForm(context, null)

/** Returns null for a user who may not edit the listing, so that no forbidden call is made (specification, section 5). */
export async function loadEditableListing(
  context: AuthedLoaderContext,
  kind: Kind,
): Promise<ListingFormData | null> {
  const listing = await findEditable(context.api, kind, context.params.id ?? '')
  return listing && canEditListing(context.signedIn, listing) ? loadForm(context, listing) : null
}

async function loadForm(
  context: AuthedLoaderContext,
  listing: EditableListing | null,
): Promise<ListingFormData> {
  const { api, signedIn } = context
  const [categories, locations, { phone }, lastPlace, imported] = await Promise.all([
    api.listCategories({}),
    api.listLocations({}),
    // The phone number and the country are only suggestions: the form must work without them.
    loadOwnProfile(context).catch(() => ({ phone: '' })),
    listing ? null : api.getPostingDefaults({}).catch(() => null),
    loadImported(context),
  ])
  const preset = { country: lastPlace?.country ?? locations[0]?.name ?? '' }
  const {
    category = '',
    subcategory,
    country,
    state,
    city,
  } = {
    ...(listing ?? { country: preset.country }),
    ...imported?.values,
  } as Partial<EditableListing>
  const selected = { category, country, subcategory, state, city }
  const taxonomy = readTaxonomy(new URLSearchParams())
  for (const [name, value] of Object.entries(selected)) taxonomy[name as keyof typeof selected] = value ?? ''
  return {
    listing,
    choices: normalizeTaxonomy(taxonomy, categories, locations).choices,
    email: signedIn.email,
    ownPhone: phone,
    preset,
    imported,
  }
}
