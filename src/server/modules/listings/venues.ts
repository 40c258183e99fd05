/** Suggests venues for the form of an event: those of the viewer's own events, and those of public events in a town. */
import { type RawBuilder, sql } from 'kysely'
import type { VenueQuery, VenueSuggestion } from '../../../shared/contract/posting.ts'
import { maxVenueSuggestions } from '../../../shared/limits.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'

/** Only the newest events are read, so that no query depends on how many there are. */
const maxOwnEvents = 200
const maxEventsOfTown = 1_000

type VenueRow = Omit<VenueSuggestion, 'town'> & Taxonomy['ids']

export function createVenueSuggestions({ kysely }: Database, catalog: Catalog) {
  return async (viewer: Viewer, query: VenueQuery): Promise<VenueSuggestion[]> => {
    const { q = '', country, state, city } = query
    const typed = q.toLowerCase()
    const own = await read(ownEvents(viewer.accountId), typed)
    const town = city ? catalog.idsOf({ country, state, city }).city : undefined
    const others = town?.length && typed ? await read(eventsOfTown(town), typed) : []
    return uniqueVenues([...own, ...others])
      .slice(0, maxVenueSuggestions)
      .map(({ country_id, state_id, city_id, category_id, subcategory_id, ...venue }) => ({
        ...venue,
        town: townOf(catalog.namesOf({ country_id, state_id, city_id, category_id, subcategory_id })),
      }))
  }

  /** Reads the venues of these events whose name contains the text, the one that was used last first. */
  async function read(events: RawBuilder<unknown>, typed: string): Promise<VenueRow[]> {
    const { rows } = await sql<VenueRow>`
      select venue_name as name, venue_address as address, venue_postal_code as postal_code,
        venue_latitude as latitude, venue_longitude as longitude, event.country_id, event.state_id, event.city_id,
        event.category_id, event.subcategory_id
      from (${events}) event join event_details on event_details.listing_id = event.id
      where venue_name <> '' and strpos(lower(venue_name), ${typed}) > 0
      order by event.posted desc, event.id limit 50`.execute(kysely)
    return rows
  }
}

const columns = sql`posted, country_id, state_id, city_id, category_id, subcategory_id`

const ownEvents = (accountId: string) => sql`
  select id, ${columns} from listing
  where author_id = (select id from profile where account_id = ${accountId}) and kind = 'event' and status <> 'deleted'
  order by posted desc limit ${sql.lit(maxOwnEvents)}`

const eventsOfTown = (cityIds: number[]) => sql`
  select listing_id as id, ${columns} from listing_index
  where city_id = any(${cityIds}::int[]) and kind = 'event'
  order by posted desc limit ${sql.lit(maxEventsOfTown)}`

/** The same place, however it was written. */
const keyOf = ({ name, address }: VenueRow) =>
  `${name}\n${address}`.toLowerCase().replace(/[^\p{L}\p{N}\n]/gu, '')

const uniqueVenues = (rows: VenueRow[]): VenueRow[] =>
  [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()].toReversed()

const townOf = ({ city, state, country }: Taxonomy['names']) =>
  [city, state ?? country].filter((name) => name !== null).join(', ')
