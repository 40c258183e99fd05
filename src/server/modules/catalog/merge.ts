/**
 * Moves the ads of an entry of the catalog to the one that it stands for, in batches. From the commit of the merge on, names, addresses, and
 * filters of the source mean the target, and those of the target find the ads of both, so an ad is found once wherever it is.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database } from '../../platform/database/database.ts'
import { raiseCatalogRevision } from '../settings/service.ts'
import type { CatalogLevel } from './snapshot.ts'

export type CatalogRef = { level: CatalogLevel; id: number }
export type CatalogMove = { source: CatalogRef; target: CatalogRef }

/**
 * Lets a job move the ads of each source: those on the topic or in the place itself, not those of entries under it, which have moves of
 * their own. Call it in the transaction that sets `merged_into` of the sources. Returns an id of each move, for `undoMoves`.
 */
export async function startMoves(tx: Connection, moves: CatalogMove[]): Promise<number[]> {
  const ids: number[] = []
  for (const { source, target } of moves) {
    const { rows } = await sql<{ id: number }>`
      insert into catalog_merge (level, source_id, target_level, target_id)
      values (${source.level}, ${source.id}, ${target.level}, ${target.id}) returning id`.execute(tx)
    ids.push(...rows.map(({ id }) => id))
  }
  await wake(tx)
  return ids
}

/**
 * Lets a job move back the ads that these moves have moved and that are still at the target. Call it in the transaction that makes the
 * sources entries of their own again.
 */
export async function undoMoves(tx: Connection, ids: number[]): Promise<void> {
  await sql`update catalog_merge set finished = now() where id = any(${ids}::int[]) and finished is null`.execute(
    tx,
  )
  await sql`
    insert into catalog_merge (level, source_id, target_level, target_id, undoes)
    select target_level, target_id, level, source_id, id from catalog_merge where id = any(${ids}::int[]) order by id`.execute(
    tx,
  )
  await wake(tx)
}

const wake = async (tx: Connection) => {
  await raiseCatalogRevision(tx)
  await sql`select graphile_worker.add_job('move_merged_listings', job_key => 'move_merged_listings')`.execute(
    tx,
  )
}

type Move = { id: number; undoes: number | null; age: number } & CatalogMove

/** Rows at once: their authors' edits wait for less than a second. */
const batchRows = 1_000
/** A request that began before all processes knew of a merge can still post to its source for this long. */
const defaultSettleMs = 15_000

/** Returns the job `move_merged_listings`, which moves what is to move, also what a request has added to a merged entry since. */
export const createListingMover = (database: Database, { settleMs = defaultSettleMs } = {}) =>
  async function moveMergedListings(): Promise<void> {
    await reopen(database.kysely)
    for (;;) {
      const moves = await readMoves(database.kysely)
      if (moves.length === 0) return
      for (const move of moves) await moveAll(database, move)
      const unsettled = moves.map(({ age }) => settleMs - age)
      const finished = moves.filter(({ age }) => age >= settleMs).map(({ id }) => id)
      await database.kysely.transaction().execute(async (tx) => {
        await sql`update catalog_merge set finished = now() where id = any(${finished}::int[])`.execute(tx)
        if (finished.length > 0) await raiseCatalogRevision(tx)
      })
      if (finished.length < moves.length)
        await delay(Math.max(200, Math.min(...unsettled.filter((ms) => ms > 0))))
    }
  }

/** Moves again what a slower request has posted to a merged entry. */
async function reopen(connection: Connection): Promise<void> {
  const isLate = (['category', 'subcategory', 'country', 'state', 'city'] as const).map(
    (level) => sql`level = ${level} and exists (
      select from listing_index listing where ${isAt({ level, id: sql.ref('move.source_id') })})`,
  )
  await sql`
    update catalog_merge move set finished = null where finished is not null and undoes is null
      and not exists (select from catalog_merge undo where undo.undoes = move.id)
      and (${sql.join(isLate, sql` or `)})`.execute(connection)
}

async function readMoves(connection: Connection): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select id, undoes, (extract(epoch from clock_timestamp() - created) * 1000)::int as age,
      json_build_object('level', level, 'id', source_id) as source,
      json_build_object('level', target_level, 'id', target_id) as target
    from catalog_merge where finished is null order by id`.execute(connection)
  return rows
}

/** Moves the ads of one move, in the order of their ids. */
async function moveAll({ kysely }: Database, move: Move): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) after = await moveBatch(kysely, move, after)
}

/** Returns the last id of the batch; null if it was the last one. */
async function moveBatch(connection: Connection, { id, undoes, source, target }: Move, after: string) {
  const { rows } = await sql<{ last: string | null; count: number }>`
    with chosen as (
      select listing.id from ${undoes === null ? sql`listing` : sql`merged_listing join listing on listing.id = listing_id`}
      where listing.id > ${after}::uuid and ${isAt(source)} ${undoes === null ? sql`` : sql`and merge_id = ${undoes}`}
      order by listing.id limit ${sql.lit(batchRows)} for update of listing
    ), moved as (
      update listing set ${columnsAt(target)} from chosen where listing.id = chosen.id returning listing.id
    ), noted as (
      insert into merged_listing (merge_id, listing_id) select ${id}, id from moved on conflict do nothing
    )
    select max(id::text) as last, count(*)::int as count from moved`.execute(connection)
  const { last = null, count = 0 } = rows[0] ?? {}
  return count < batchRows ? null : last
}

/** The condition that a listing is on this topic, or in this place, and on none under it. */
const isAt = ({ level, id }: { level: CatalogLevel; id: unknown }): RawBuilder<unknown> =>
  ({
    category: sql`listing.category_id = ${id} and listing.subcategory_id is null`,
    subcategory: sql`listing.subcategory_id = ${id}`,
    country: sql`listing.country_id = ${id} and listing.state_id is null`,
    state: sql`listing.state_id = ${id} and listing.city_id is null`,
    city: sql`listing.city_id = ${id}`,
  })[level]

/** The columns of a listing there. The entry may have been merged into another one meanwhile, to which its ads move next. */
const columnsAt = ({ level, id }: CatalogRef): RawBuilder<unknown> =>
  ({
    category: sql`category_id = ${id}, subcategory_id = null`,
    subcategory: sql`(category_id, subcategory_id) = (select category_id, id from subcategory where id = ${id})`,
    country: sql`country_id = ${id}, state_id = null, city_id = null`,
    state: sql`(country_id, state_id, city_id) = (select country_id, id, null::int from state where id = ${id})`,
    city: sql`(country_id, state_id, city_id) = (
      select state.country_id, state.id, city.id from city join state on state.id = city.state_id where city.id = ${id})`,
  })[level]
