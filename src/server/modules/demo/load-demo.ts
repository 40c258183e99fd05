/** Loads and clears the listings in `demo/`, whose dates are relative to today, so that a new site never looks stale. */
import { readFile, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { v5, v7 } from 'uuid'
import type { DemoListing } from '../../../../demo/listing.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { addEventDetails } from './add-event-details.ts'

const folder = new URL('../../../../demo/', import.meta.url)
/** The UUID namespace of demo rows. A listing has the same id everywhere, so loading it twice adds it once. */
const namespace = '6f1c1f0a-6f0e-5d7c-9a53-8f0f1f4f8a11'

/** Adds the listings of `season`, a month from 1 to 12. Returns how many were added. Existing ones are not changed. */
export async function loadDemo({ kysely }: Database, season?: number): Promise<number> {
  const [month, everything, names] = await Promise.all([currentMonth(kysely), readDemo(), readNames()])
  const listings = everything.filter((listing) => isInSeason(listing, season ?? month))
  const rows = await Promise.all(listings.map(toRow))
  return kysely.transaction().execute(async (tx) => {
    await addAuthors(tx, listings, names)
    const ids = await addListings(tx, rows)
    const added = rows.filter((row) => ids.has(row.id))
    await addEventDetails(
      tx,
      added.filter((row) => row.kind === 'event'),
    )
    await addPictures(tx, added)
    return ids.size
  })
}

/** Deletes all demo listings with their pictures and authors. Returns how many listings were deleted. */
export async function clearDemo({ kysely }: Database): Promise<number> {
  const listings = await readDemo()
  const authors = [...new Set(listings.map((listing) => authorIdOf(listing.author_email)))]
  return kysely.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('listing')
      .where('id', 'in', listings.map(idOf))
      .returning('id')
      .execute()
    await sql`delete from image where uploader_id is null and url like '/demo-pictures/%'
      and not exists (select from listing_image where image_id = image.id)`.execute(tx)
    await sql`delete from profile where id = any(${authors}::uuid[])
      and not exists (select from listing where author_id = profile.id)`.execute(tx)
    return deleted.length
  })
}

export async function countDemo({ kysely }: Database): Promise<number> {
  const ids = (await readDemo()).map(idOf)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing where id = any(${ids}::uuid[])`.execute(kysely)
  return rows[0]?.count ?? 0
}

const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(file, folder), 'utf8'))
const readDemo = async () => (await readJson('listings.json')) as DemoListing[]
/** The authors' names by email. */
const readNames = async () => (await readJson('authors.json')) as Record<string, string>

/** Returns the month of the database's clock, which the dates of listings follow. */
async function currentMonth(connection: Connection): Promise<number> {
  const current = sql<{ month: number }>`select extract(month from current_date)::int as month`
  const { rows } = await current.execute(connection)
  return rows[0]?.month ?? 1
}

export const isInSeason = ({ months }: DemoListing, month: number) => !months || months.includes(month)

const idOf = ({ kind, title, idTitle = title }: DemoListing) => v5(`${kind} ${idTitle}`, namespace)
const authorIdOf = (email: string) => v5(email, namespace)

async function toRow(listing: DemoListing) {
  const pictures = await Promise.all(
    listing.images.map(async (file) => ({
      id: v7(),
      url: `/demo-pictures/${file}`,
      bytes: (await stat(new URL(`pictures/${file}`, folder))).size,
    })),
  )
  return { ...listing, id: idOf(listing), author_id: authorIdOf(listing.author_email), pictures }
}
type Row = Awaited<ReturnType<typeof toRow>>

async function addAuthors(tx: Connection, listings: DemoListing[], names: Record<string, string>) {
  const emails = [...new Set(listings.map((listing) => listing.author_email))]
  const rows = emails.map((email) => ({ id: authorIdOf(email), email, name: names[email] ?? '' }))
  await sql`
    insert into profile (id, email, name)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, email text, name text)
    on conflict do nothing`.execute(tx)
}

/** Leaves out listings whose topic or country the site does not have. The topic may be renamed, or in another category. */
async function addListings(tx: Connection, rows: Row[]): Promise<Set<string>> {
  const { rows: added } = await sql<{ id: string }>`
    insert into listing (id, kind, author_id, title, description, price, price_unit, category_id, subcategory_id, country_id,
      state_id, city_id, business_email, phone, facebook, instagram, event_availability, start_date, end_date, posted)
    select r.id, r.kind, r.author_id, r.title, r.description, r.price, r.price_unit, topic.category_id, topic.subcategory_id, country.id,
      state.id, city.id, r.business_email, r.phone, r.facebook, r.instagram, r.availability,
      current_date + r."startsInDays", current_date + r."endsInDays", now() - r."postedDaysAgo" * interval '1 day'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, kind text, author_id uuid, title text, description text, price numeric, price_unit text, category text, subcategory text,
      country text, state text, city text, business_email text, phone text, facebook text, instagram text,
      availability text, "startsInDays" int, "endsInDays" int, "postedDaysAgo" float8)
    join lateral (
      select category.id as category_id, subcategory.id as subcategory_id
      from (select *, coalesce(first_name, name) as known from category where merged_into is null and became is null) category
      left join subcategory on subcategory.category_id = category.id and coalesce(subcategory.first_name, subcategory.name) = r.subcategory
        and subcategory.merged_into is null and subcategory.became is null
      where subcategory.id is not null or category.known = r.category
      order by subcategory.id is null, category.known <> r.category limit 1
    ) topic on true
    join country on country.name = r.country
    left join state on state.country_id = country.id and state.name = r.state
    left join city on city.state_id = state.id and city.name = r.city
    order by r."postedDaysAgo" desc
    on conflict (id) do nothing
    returning id`.execute(tx)
  return new Set(added.map((row) => row.id))
}

async function addPictures(tx: Connection, rows: Row[]) {
  const usages = rows.flatMap((row) =>
    row.pictures.map((picture, position) => ({ ...picture, listing_id: row.id, position })),
  )
  await sql`
    insert into image (id, url, width, height, format, bytes)
    select distinct on (url) id, url, 1200, 800, 'svg', bytes
    from json_to_recordset(${JSON.stringify(usages)}::json) as r(id uuid, url text, bytes bigint)
    on conflict (url) do nothing`.execute(tx)
  await sql`
    insert into listing_image (listing_id, position, image_id)
    select r.listing_id, r.position, image.id
    from json_to_recordset(${JSON.stringify(usages)}::json) as r(listing_id uuid, position int, url text)
    join image on image.url = r.url`.execute(tx)
}
