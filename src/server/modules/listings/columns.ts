/** The columns of a listing under their names on the wire, and the ids that the catalog turns into names. */
import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'

const listed = sql`
  listing.id as "_id", listing.title, listing.description, listing.price, listing.status,
  listing.posted, greatest(listing.posted, listing.edited) as updated, listing.version,
  listing.category_id, listing.subcategory_id, listing.country_id, listing.state_id, listing.city_id,
  listing.images`

const coverPlaceholder = sql`, jsonb_path_query_array(listing.placeholders, '$[0]') as placeholders`

const dated = sql`, listing.event_availability, listing.start_date as "startDate", listing.end_date as "endDate"`

/** What lists show of a row of `listing`. The names of its topic and place are added from the catalog in memory. */
export const listedColumns = (kind: Kind) => sql`${columnsOf(kind)}${coverPlaceholder}`

const columnsOf = (kind: Kind) => (kind === 'event' ? sql`${listed}${dated}` : listed)

/** What a listing's own page shows besides. */
export const detailedColumns = (kind: Kind) => sql`
  ${columnsOf(kind)}, listing.placeholders, listing.author_id, ${authorColumn}`

/** The author's contact details. Needs a join with `profile`. */
export const authorColumn = sql`
  json_build_object(
    'email', profile.email, 'business_email', listing.business_email, 'phone', listing.phone,
    'facebook', listing.facebook, 'instagram', listing.instagram
  ) as author`
