/**
 * Moves the ads of an entry of the catalog to the one that it stands for, in batches. From the commit of the merge on, names, addresses, and
 * filters of the source mean the target, and those of the target find the ads of both, so an ad is found once wherever it is.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { raiseCatalogRevision } from '../settings/service.ts'
import { type CatalogLevel, levels } from './nodes.ts'

export type CatalogRef = { level: CatalogLevel; id: number }
export type CatalogMove = { source: CatalogRef; target: CatalogRef }

/**
 * Lets a job move the ads of each source: those on the topic or in the place itself, not those of entries under it, which have moves of
 * their own. Call it in the transaction that sets `merged_into` of the sources. Returns an id of each move, for `undoMoves`.
 */
export async function startMoves(tx: Connection, moves: CatalogMove[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into catalog_merge (level, source_id, target_level, target_id)
    select source->>'level', (source->>'id')::int, target->>'level', (target->>'id')::int
    from json_to_recordset(${JSON.stringify(moves)}::json) as move(source json, target json) returning id`.execute(
    tx,
  )
  await wake(tx)
  return rows.map(({ id }) => id)
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
  await sql`
    select graphile_worker.add_job('move_merged_listings', job_key => 'move_merged_listings',
      queue_name => 'move_merged_listings')`.execute(tx)
}

type Move = { id: number; undoes: number | null; age: number } & CatalogMove
type Kysely = Database['kysely']

/** Ads at once: their authors' edits wait for less than a second, and visitors' lists for less than a third of one. */
const batchAds = 1_000
/** The job leaves the processors to visitors for this many times as long as a batch took. */
const restPerBatch = 3
/** Searches wait for an engine that has many changes to read, so it gets them more slowly than it reads. */
const msPerAdToRead = 1
/** A request that began before all processes knew of a merge can still post to its source for this long. */
const defaultSettleMs = 15_000

type MoverOptions = {
  settleMs?: number
  /** Whether search servers have to read moved ads again. The engine of the site's own processes finds them under both entries. */
  hasSearchServers?: boolean
  /** Ends the job after the batch that is moving. The next one goes on. */
  signal?: AbortSignal
}

/**
 * Returns the job `move_merged_listings`, which moves what is to move, also what a request has added to a merged entry since. First it moves
 * the rows of the listing index, which lists and counts read. The ads themselves have time: wherever they are read, their source means the
 * target. They are many times as large, so they move slowly, and leave the machine to visitors.
 */
export const createListingMover = (
  { kysely }: Database,
  {
    settleMs = defaultSettleMs,
    hasSearchServers = false,
    signal = new AbortController().signal,
  }: MoverOptions = {},
) =>
  async function moveMergedListings(): Promise<void> {
    const begun = new Set<number>()
    await reopen(kysely)
    for (;;) {
      const moves = await readMoves(kysely)
      if (moves.length === 0 || signal.aborted) return
      const due: Move[] = []
      for (const move of moves) {
        const moved = move.undoes === null ? await moveIndexed(kysely, move, signal) : 0
        if (moved > 0 || !begun.has(move.id)) due.push(move)
      }
      await noteUnlisted(
        kysely,
        due.filter(({ id }) => !begun.has(id)),
      )
      for (const move of due) {
        await moveNoted(kysely, move, hasSearchServers, signal)
        begun.add(move.id)
      }
      if (signal.aborted) return
      const unsettled = moves.map(({ age }) => settleMs - age)
      const finished = moves.filter(({ age }) => age >= settleMs).map(({ id }) => id)
      await kysely.transaction().execute(async (tx) => {
        await sql`update catalog_merge set finished = now() where id = any(${finished}::int[])`.execute(tx)
        if (finished.length > 0) await raiseCatalogRevision(tx)
      })
      if (finished.length < moves.length)
        await delay(Math.max(200, Math.min(...unsettled.filter((ms) => ms > 0))), undefined, {
          signal,
        }).catch(() => {})
    }
  }

/** Moves again what a slower request has posted to a merged entry. No request takes longer than an hour. */
const reopen = (connection: Connection) =>
  sql`
    update catalog_merge move set finished = null
    where finished > now() - interval '1 hour' and undoes is null
      and not exists (select from catalog_merge undo where undo.undoes = move.id)
      and case level
        ${sql.join(
          levels.map(
            (level) => sql`when ${sql.lit(level)} then exists (
              select from listing_index listing where ${isAt({ level, id: sql.ref('move.source_id') })})`,
          ),
          sql` `,
        )} end`.execute(connection)

async function readMoves(connection: Connection): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select id, undoes, (extract(epoch from clock_timestamp() - created) * 1000)::int as age,
      json_build_object('level', level, 'id', source_id) as source,
      json_build_object('level', target_level, 'id', target_id) as target
    from catalog_merge where finished is null order by id`.execute(connection)
  return rows
}

/** Moves the rows of the listing index that are at the source, and notes their ads. Returns how many. Lists have the ads of both entries meanwhile, so there is time. */
async function moveIndexed(
  kysely: Kysely,
  { id, source, target }: Move,
  signal: AbortSignal,
): Promise<number> {
  async function moveKind(kind: Kind): Promise<number> {
    let moved = 0
    for (let end = { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', posted: 'infinity' }; ; ) {
      // In the order of an index, after what has moved.
      const { rows } = await sql<typeof end>`
        select listing_id as id, posted::text from listing_index listing
        where ${isAt(source)} and kind = ${kind} and (posted, listing_id) < (${end.posted}::timestamptz, ${end.id}::uuid)
        order by posted desc, listing_id desc limit ${sql.lit(batchAds)}`.execute(kysely)
      const last = rows.at(-1)
      if (!last || signal.aborted) return moved
      const began = performance.now()
      const isOpen = await kysely.transaction().execute(async (tx) => {
        if (!(await keepOpen(tx, id))) return false
        // What else changes the rows of many events at once waits, instead of locking some of these in another order.
        if (kind === 'event')
          await sql`select pg_advisory_xact_lock(hashtext('update_event_order'))`.execute(tx)
        const ids = await moveRows(
          tx,
          'listing_index',
          { source, target },
          rows.map((row) => row.id),
        )
        moved += ids.length
        await note(tx, id, ids)
        return true
      })
      if (!isOpen) return moved
      end = last
      await delay(restPerBatch * (performance.now() - began))
    }
  }
  // One after the other, so that visitors have the other processor: lists have the ads of both entries meanwhile.
  return (await moveKind('service')) + (await moveKind('event'))
}

/** Returns whether a move goes on. Undoing it then waits for the transaction, so that nothing moves anymore when it is undone. */
async function keepOpen(tx: Connection, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from catalog_merge where id = ${id} and finished is null for share`.execute(tx)
  return rows.length > 0
}

/** Notes ads of a merge, to move them, and back if it is undone. */
async function note(connection: Connection, merge: number, [first, ...others]: string[]): Promise<void> {
  if (first)
    await sql`
      insert into merged_listing (merge_id, listing_id, others) values (${merge}, ${first}, ${others})
      on conflict (merge_id, listing_id) do update set others = merged_listing.others || excluded.others`.execute(
      connection,
    )
}

/** Notes the ads of the sources that no list shows: hidden, deleted, and archived ones. Reads all ads, because no index has these. */
async function noteUnlisted(kysely: Kysely, moves: Move[]): Promise<void> {
  const ids = moves.filter(({ undoes }) => undoes === null).map(({ id }) => id)
  if (ids.length === 0) return
  await kysely.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ merge: number; ids: string[] }>`
    select merge.id as merge, array_agg(listing.id) as ids
    from listing join catalog_merge merge on merge.source_id = case when level in ('category', 'subcategory')
      then coalesce(subcategory_id, category_id) else coalesce(city_id, state_id, country_id) end
    where merge.id = any(${ids}::int[]) and (status not in ('active', 'reported') or archived)
    group by merge.id, left(listing.id::text, 6)`.execute(tx)
    for (const row of rows) await note(tx, row.merge, row.ids)
  })
}

/** Moves the noted ads of a move that are still at its source. Waits as long after each batch as it took, or as a search engine needs. */
async function moveNoted(
  kysely: Kysely,
  move: Move,
  hasSearchServers: boolean,
  signal: AbortSignal,
): Promise<void> {
  const changesTimeZone = await isElsewhere(kysely, move)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ first: string; others: string[] }>`
      select listing_id as first, others from merged_listing
      where merge_id = ${move.undoes ?? move.id} and listing_id > ${after}::uuid order by listing_id limit 1`.execute(
      kysely,
    )
    const [batch] = rows
    if (!batch || signal.aborted) return
    const began = performance.now()
    let toRead = 0
    const ids = [batch.first, ...batch.others]
    const isOpen = await kysely.transaction().execute(async (tx) => {
      if (!(await keepOpen(tx, move.id))) return false
      const moved = await moveRows(tx, 'listing', move, ids)
      // A statement of its own, which sees what edits have committed that the first one waited for. An undone merge may have moved no more
      // than these rows.
      await moveRows(tx, 'listing_index', move, ids)
      if (!isTopic(move.source.level)) await keepPlaces(tx, move, moved)
      if (changesTimeZone) await sql`select update_event_states(${moved}::uuid[], now())`.execute(tx)
      // An undone merge is in what an engine has read since.
      if (hasSearchServers || move.undoes !== null) {
        await sql`
          insert into listing_change (listing_id)
          select listing_id from listing_index where listing_id = any(${moved}::uuid[])`.execute(tx)
        toRead = moved.length
      }
      return true
    })
    if (!isOpen) return
    after = batch.first
    await delay(Math.max(performance.now() - began, toRead * msPerAdToRead))
  }
}

/**
 * Moves those rows of a table of ads that are at the source. Returns their ids. What triggers do about an edit is not done: the names and
 * addresses of the source mean the target already, so nobody is told, and no page or search shows anything else than before.
 */
async function moveRows(
  tx: Connection,
  table: 'listing' | 'listing_index',
  { source, target }: CatalogMove,
  ids: string[],
): Promise<string[]> {
  // After a crash, the job moves again what was lost.
  await sql`
    select set_config('corkboard.moves_ads', 'on', true), set_config('synchronous_commit', 'off', true)`.execute(
    tx,
  )
  const id = sql.ref(table === 'listing' ? 'listing.id' : 'listing.listing_id')
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} listing set ${columnsAt(target)}
    where ${id} = any(${ids}::uuid[]) and ${isAt(source)} returning ${id} as id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * An edit of an event shortly before has noted the place as it was called then. It did not change it, so no email may say so. The place stays
 * as noted if the edit changed it.
 */
async function keepPlaces(tx: Connection, { source }: CatalogMove, ids: string[]): Promise<void> {
  const placeIn = (facts: RawBuilder<unknown>) => sql`(
    select jsonb_object_agg(key, value) from jsonb_each(${facts})
    where key in ('city', 'state', 'country', 'timeZone'))`
  await sql`
    update event_change change set before = change.before || ${placeIn(sql`event_facts(listing)`)}
    from listing, (${rowOf(source)}) place
    where change.listing_id = listing.id and listing.id = any(${ids}::uuid[]) and change.after is null
      and change.before @> ${placeIn(sql`event_facts(jsonb_populate_record(listing, to_jsonb(place)))`)}`.execute(
    tx,
  )
}

/** Returns whether clocks differ between the source and the target. */
async function isElsewhere(connection: Connection, { source, target }: Move): Promise<boolean> {
  const zoneAt = (ref: CatalogRef) =>
    isTopic(ref.level)
      ? sql`''`
      : sql`(select place_time_zone(city_id, state_id, country_id) from (${rowOf(ref)}) place)`
  const { rows } = await sql<{ differ: boolean }>`
    select ${zoneAt(source)} is distinct from ${zoneAt(target)} as differ`.execute(connection)
  return rows[0]?.differ ?? false
}

const isTopic = (level: CatalogLevel) => level === 'category' || level === 'subcategory'

/** The condition that a listing is on this topic, or in this place, and on none under it. */
const isAt = ({ level, id }: { level: CatalogLevel; id: unknown }): RawBuilder<unknown> =>
  ({
    category: sql`listing.category_id = ${id} and listing.subcategory_id is null`,
    subcategory: sql`listing.subcategory_id = ${id}`,
    country: sql`listing.country_id = ${id} and listing.state_id is null`,
    state: sql`listing.state_id = ${id} and listing.city_id is null`,
    city: sql`listing.city_id = ${id}`,
  })[level]

/** Sets the columns of a listing there. The entry may have been merged into another one meanwhile, to which its ads move next. */
const columnsAt = (ref: CatalogRef): RawBuilder<unknown> =>
  isTopic(ref.level)
    ? sql`(category_id, subcategory_id) = (${rowOf(ref)})`
    : sql`(country_id, state_id, city_id) = (${rowOf(ref)})`

/** The ids of an entry and of those above it. */
const rowOf = ({ level, id }: CatalogRef): RawBuilder<unknown> =>
  ({
    category: sql`select id as category_id, null::int as subcategory_id from category where id = ${id}`,
    subcategory: sql`select category_id, id as subcategory_id from subcategory where id = ${id}`,
    country: sql`select id as country_id, null::int as state_id, null::int as city_id from country where id = ${id}`,
    state: sql`select country_id, id as state_id, null::int as city_id from state where id = ${id}`,
    city: sql`
      select state.country_id, state_id, city.id as city_id from city join state on state.id = state_id
      where city.id = ${id}`,
  })[level]
