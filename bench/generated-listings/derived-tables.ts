/** Fills the listing index, which is derived from listings, set by set instead of by trigger. */
import type pg from 'pg'

/** Adds all listings to the listing index. Its triggers set the order of events and count, once for all rows. */
export async function fillListingIndex(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
      price, start_date, end_date, ended, on_now)
    select id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted, price, start_date, end_date,
      coalesce(end_date < current_date, false),
      coalesce(start_date < current_date and end_date >= current_date, false)
    from listing`)
  // In batches, as the server does it.
  await client.query(`
    select update_event_states(array_agg(id), now())
    from (select id, row_number() over (order by id) / 1000 as batch from listing where kind = 'event') event
    group by batch`)
}
