/** Pages of lists as replies have them: the names instead of the ids, what a reader may see of the fields, and how pages are counted. */

import { adLanguagesOf } from '../../../shared/ad-languages.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxReachable } from '../../../shared/limits.ts'
import type { Author } from '../../../shared/listing.ts'
import {
  type FieldAudience,
  type FieldValues,
  fieldsOf,
  visibleValues,
  visitor,
} from '../../../shared/listing-fields/field.ts'
import type { Facets, SearchReport } from '../../../shared/search.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { CacheTracker } from '../../platform/cache/cache-tracker.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import { type EventColumns, withEventFields } from './event-details.ts'
import type { ListedRow, ResultPage } from './list-query.ts'
import { trackShown } from './list-tags.ts'
import { topicOf } from './posting-input.ts'

/** `author` only in the list of reported listings. */
export type ListingPage = {
  rows: (Named<ListedRow> & { author?: Author; distance?: number })[]
  total: number
  totalPages: number
  /** What the search did, if the list has words or filters beyond topic and place. */
  search?: SearchReport
  facets?: Facets
}
type Named<Row> = Omit<Row, 'stored_fields'> & Taxonomy['names'] & { fields: FieldValues }

export const noListings: ListingPage = { rows: [], total: 0, totalPages: 0 }

export type ListingPageOptions = {
  catalog: Catalog
  listingFields: ListingFields
  clock: () => Date
  settings: CurrentSettings
}

export function createListingPages({ catalog, listingFields, clock, settings }: ListingPageOptions) {
  /** Returns rows as replies have them, with what a reader may see of their fields. */
  async function named<
    Row extends Taxonomy['ids'] & EventColumns & Pick<ListedRow, 'kind' | 'stored_fields' | 'language'>,
  >(rows: Row[], reader: FieldAudience = visitor) {
    const fields = await listingFields.all()
    const hasLanguages = adLanguagesOf(settings().languages).length > 1
    return rows.map(({ stored_fields, language, ...row }) => ({
      ...withEventFields(row, catalog),
      ...catalog.namesOf(row),
      fields: visibleValues(fieldsOf(fields, row.kind, topicOf(row)), stored_fields, reader),
      language: hasLanguages ? language : undefined,
    }))
  }

  const paged = async ({ rows, total }: ResultPage, limit: number): Promise<ListingPage> => ({
    rows: await named(rows),
    total,
    totalPages: countPages(total, limit),
  })

  /** Returns a page whose listings are recorded as shown. */
  async function shownPage(tracker: CacheTracker, found: ResultPage, limit: number): Promise<ListingPage> {
    const page = await paged(found, limit)
    trackShown(tracker, page.rows, clock())
    return page
  }

  return { named, paged, shownPage }
}

/** Returns the number of pages that a list shows: one that is partly beyond the limit is shown whole. */
export const countPages = (total: number, limit: number) => Math.ceil(Math.min(total, maxReachable) / limit)

/** Throws if there are ads at this offset, but lists do not reach that far. */
export function requireReachable(offset: number, total: number) {
  if (offset < maxReachable || offset >= total) return
  const message = t(
    'Lists show the first {max} ads. To see others, choose a category or a place, or another order.',
    { max: maxReachable },
  )
  throw new AppError('invalid', message, { page: message })
}
