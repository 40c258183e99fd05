/**
 * What pages show of the site's own fields (`shared/listing-fields/`). Loaders write the texts, so that a page that the server has rendered
 * needs no definitions and none of the code that reads them. Pages work without either.
 */

import type { Api } from '../../shared/api-client.ts'
import type { ListedService } from '../../shared/listing.ts'
import type { ListingField } from '../../shared/listing-fields/field.ts'
import type { ShownField } from '../../shared/listing-fields/format.ts'
import { localField } from '../../shared/local-names.ts'
import type { Services } from '../framework/loading.ts'

type Listing = Pick<ListedService, 'fields' | 'country'>

/** What cards need besides their listings. */
export type CardContext = Pick<Services['settings'], 'cardTextLength'> & {
  /** Returns what a card says in the site's own fields, or an empty text. */
  lineOf: (listing: Listing) => string
}

export const loadFields = (api: Api): Promise<ListingField[]> =>
  api.listFields({}).then(
    ({ fields }) => fields.map(localField),
    () => [],
  )

const loadFormat = () => import('../../shared/listing-fields/format.ts')

/** `loading` is for a page that needs the fields for more than its cards. */
export async function loadCardContext(
  { api, settings: { cardTextLength, currency } }: Services,
  loading: Promise<ListingField[]> = loadFields(api),
): Promise<CardContext> {
  const fields = (await loading).filter(({ shownOn }) => shownOn.includes('card'))
  if (fields.length === 0) return { cardTextLength, lineOf: () => '' }
  const { cardLine, formatContextOf } = await loadFormat()
  return {
    cardTextLength,
    lineOf: (listing) => cardLine(fields, listing.fields, formatContextOf(listing, currency)),
  }
}

/** Returns what the page of a listing shows. Its `fields` are those that the viewer may see. */
export async function loadShownFields(
  listing: Listing,
  currency: string,
  loading: Promise<ListingField[]>,
): Promise<ShownField[]> {
  if (Object.keys(listing.fields).length === 0) return []
  const [fields, { formatContextOf, shownFields }] = await Promise.all([loading, loadFormat()])
  return shownFields(fields, listing.fields, 'details', formatContextOf(listing, currency))
}
