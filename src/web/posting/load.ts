/** Loads what the listing forms need. */

import type { Api } from '../../shared/api-client.ts'
import { copiedParameter } from '../../shared/author-paths.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { EditableListing, Kind } from '../../shared/listing.ts'
import type { ListingField } from '../../shared/listing-fields/field.ts'
import { localField } from '../../shared/local-names.ts'
import { isOffered } from '../../shared/offered-kinds.ts'
import { canEditListing, isAuthor } from '../../shared/policy.ts'
import { loadOwnProfile } from '../account/own-profile.ts'
import { normalizeTaxonomy, readTaxonomy } from '../browse/filters/read-taxonomy.ts'
import type { Choices, Taxonomy } from '../browse/filters/taxonomy.ts'
import { type AuthedLoaderContext, isRefused, notFoundResponse } from '../framework/loading.ts'
import { initialTexts, toFormFields } from './form-fields.ts'
import { type ImportedValues, loadImported } from './imported-event.ts'
import { type CopiedListing, copyListing, type ListingValues } from './values.ts'

/** `listing` is null for a new one. */
export type ListingFormData = {
  listing: EditableListing | null
  choices: Choices
  email: string
  ownPhone: string
  /** Values of a new listing that are filled in for the user. */
  preset: Partial<ListingValues>
  /** The site's own fields that listings of the kind can have, with the names of their topics. */
  fields: ListingField[]
  /** An event of the author's own calendar that fills in the form; null without one. */
  imported: ImportedValues | null
  /** Another ad of the author that fills in the form; null without one. */
  copied: CopiedListing | null
}

export async function loadNewListing(context: AuthedLoaderContext, kind: Kind): Promise<ListingFormData> {
  if (!isOffered(context.settings, kind)) throw notFoundResponse()
  return loadForm(context, kind, null)
}

/** Returns null for a user who may not edit the listing, so that no forbidden call is made (specification, section 5). */
export async function loadEditableListing(
  context: AuthedLoaderContext,
  kind: Kind,
): Promise<ListingFormData | null> {
  const listing = await findEditable(context.api, kind, context.params.id ?? '')
  return listing && canEditListing(context.signedIn, listing) ? loadForm(context, kind, listing) : null
}

/** Returns null for someone who does not get the contact details, and so may not edit the listing. */
export async function findEditable(api: Api, kind: Kind, id: string): Promise<EditableListing | null> {
  const input = { params: { id }, query: { reveal: 'false' } } as const
  const { author, ...listing } = await (kind === 'service' ? api.getService(input) : api.getEvent(input))
  return author && { ...listing, author }
}

const refusals: ErrorCode[] = ['not_found', 'gone', 'invalid']

/** Returns the ad of the viewer that the URL names; null for another one, or none. */
async function loadCopied({ api, query, signedIn }: AuthedLoaderContext, kind: Kind) {
  const id = query.get(copiedParameter)
  if (!id) return null
  try {
    const listing = await findEditable(api, kind, id)
    return listing && isAuthor(signedIn, listing) ? copyListing(listing) : null
  } catch (error) {
    if (refusals.some((code) => isRefused(error, code))) return null
    throw error
  }
}

const selectNames = ['category', 'subcategory', 'country', 'state', 'city'] as const

/** Returns the topic and the place of a listing or of the form's values. */
export function toTaxonomy(values: Partial<Record<(typeof selectNames)[number], string | null>>): Taxonomy {
  const taxonomy = readTaxonomy(new URLSearchParams())
  for (const name of selectNames) taxonomy[name] = values[name] ?? ''
  return taxonomy
}

async function loadForm(
  context: AuthedLoaderContext,
  kind: Kind,
  listing: EditableListing | null,
): Promise<ListingFormData> {
  const { api, signedIn } = context
  const [categories, countries, listed, { phone }, place, imported, copied] = await Promise.all([
    api.listCategories({}),
    api.listPlaces({ query: {} }),
    api.listFields({}),
    // The phone number and the country are only suggestions: the form must work without them.
    loadOwnProfile(context).catch(() => ({ phone: '' })),
    listing ? null : api.getPostingDefaults({}).catch(() => null),
    loadImported(context),
    listing ? null : loadCopied(context, kind),
  ])
  const fields = toFormFields(kind, listed.fields.map(localField), categories)
  const preset = {
    ...initialTexts(fields),
    country: place?.country ?? countries[0]?.name ?? '',
    state: place?.state ?? '',
    city: place?.city ?? '',
  }
  const taxonomy = toTaxonomy({ ...(listing ?? preset), ...imported?.values, ...copied?.values })
  const { country, state } = taxonomy
  const locations = state ? await api.listPlaces({ query: { country, state } }) : countries
  return {
    listing,
    choices: normalizeTaxonomy(taxonomy, categories, locations, kind).choices,
    email: signedIn.email,
    ownPhone: phone,
    preset,
    fields,
    imported,
    copied,
  }
}
