/**
 * Combines small segments into larger ones, and rewrites segments of which much is deleted. The number of segments grows with
 * the logarithm of the number of listings, and each listing is rewritten as many times.
 */
import { sql } from 'kysely'
import { type Bitset, hasSlot } from '../index/bitset.ts'
import { type Columns, createColumns, decodeColumns } from '../index/columns.ts'
import { decodePosting, slotsOf } from '../index/posting.ts'
import { maxSegmentSize } from '../types.ts'
import { deletedSlots } from './deleted-slots.ts'
import { copyColumns } from './indexed-listing.ts'
import type { TermSlots } from './segment-builder.ts'
import type { Session } from './session.ts'
import { copyPostings, copySlots, insertSegment } from './write-segment.ts'

type SegmentSize = { id: number; size: number; listings: number }

/** Segments whose numbers of listings have the same logarithm to this base are of the same tier. */
const tierBase = 4
const maxSegmentsPerTier = 2
const maxDeletedShare = 0.3

/** Combines at most one group of segments. Returns whether it did. The caller sets the generation. */
export async function combineOnce(session: Session): Promise<boolean> {
  const { run } = session
  const segments = await run(sql<SegmentSize>`
    select id, size, listings from search_segment where state = 'current' order by listings, id`)
  const group = chooseGroup(segments)
  if (!group) return false
  await combine(session, group)
  await run(sql`
    update search_segment set state = 'retired', retired = clock_timestamp()
    where id = any (${group.map(({ id }) => id)}::int[])`)
  return true
}

/** Returns the segments to combine or to rewrite; null for none. Takes them with the smallest first. */
export function chooseGroup<Size extends SegmentSize>(segments: Size[]): Size[] | null {
  const tiers = new Map<number, Size[]>()
  for (const segment of segments) {
    const tier = Math.floor(Math.log(Math.max(1, segment.listings)) / Math.log(tierBase))
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment])
  }
  for (const [, tier] of [...tiers].sort(([a], [b]) => a - b)) {
    if (tier.length <= maxSegmentsPerTier) continue
    const group: Size[] = []
    let total = 0
    for (const segment of tier) {
      total += segment.listings
      if (total <= maxSegmentSize) group.push(segment)
    }
    if (group.length > 1) return group
  }
  const wasteful = segments.find(({ size, listings }) => size - listings > maxDeletedShare * size)
  return wasteful ? [wasteful] : null
}

type Source = SegmentSize & { columns: Columns; deleted: Bitset | null; ids: string[]; newSlots: Int32Array }

/** Writes a segment with the listings of these. */
async function combine(session: Session, group: SegmentSize[]) {
  const sources: Source[] = []
  for (const segment of group) sources.push(await readSource(session, segment))
  const order = sources
    .flatMap((source) => Array.from(source.ids, (id, slot) => ({ source, slot, id })))
    .filter(({ source: { deleted }, slot }) => !(deleted && hasSlot(deleted, slot)))
    .sort(
      (a, b) =>
        (b.source.columns.posted[b.slot] ?? 0) - (a.source.columns.posted[a.slot] ?? 0) ||
        (a.id < b.id ? 1 : -1),
    )
  if (order.length === 0) return
  const columns = createColumns(order.length)
  for (const [newSlot, { source, slot }] of order.entries()) {
    copyColumns(source.columns, slot, columns, newSlot)
    source.newSlots[slot] = newSlot
  }
  const id = await insertSegment(session, 'current', order.length, columns)
  await copySlots(
    session,
    id,
    order.map((entry) => entry.id),
  )
  await combinePostings(session, id, sources)
}

async function readSource({ run }: Session, segment: SegmentSize): Promise<Source> {
  const [row] = await run(sql<{ columns: Buffer; deleted: Buffer | null }>`
    select columns, deleted from search_segment where id = ${segment.id}`)
  if (!row) throw new Error(`Segment ${segment.id} does not exist.`)
  const slots = await run(sql<{ id: string }>`
    select listing_id as id from search_slot where segment_id = ${segment.id} order by slot`)
  return {
    ...segment,
    columns: decodeColumns(row.columns),
    deleted: deletedSlots(row.deleted),
    ids: slots.map(({ id }) => id),
    newSlots: new Int32Array(segment.size).fill(-1),
  }
}

const rowsPerBatch = 1000

type PostingRow = { term: string; segment: number; titles: Buffer | null; bodies: Buffer | null }

/** Reads the postings by term in batches, because all of them together can take much memory. */
async function combinePostings(session: Session, id: number, sources: Source[]) {
  const { run, client } = session
  const byId = new Map(sources.map((source) => [source.id, source]))
  await run(sql`
    declare postings no scroll cursor for
    select term, segment_id as segment, titles, bodies from search_posting
    where segment_id = any (${[...byId.keys()]}::int[]) order by term`)
  let terms = new Map<string, TermSlots>()
  for (;;) {
    const { rows } = await client.query<PostingRow>(`fetch ${rowsPerBatch} from postings`)
    for (const { term, segment, titles, bodies } of rows) {
      const source = byId.get(segment)
      if (!source) continue
      const slots = terms.get(term) ?? { titles: [], bodies: [] }
      terms.set(term, slots)
      moveSlots(titles, source, slots.titles)
      moveSlots(bodies, source, slots.bodies)
    }
    const isLast = rows.length < rowsPerBatch
    // The next batch may have more of the last term.
    const rest = isLast ? undefined : rows.at(-1)?.term
    const finished = [...terms].filter(([term]) => term !== rest)
    for (const [, { titles, bodies }] of finished) {
      titles.sort(ascending)
      bodies.sort(ascending)
    }
    await copyPostings(session, id, finished)
    if (isLast) break
    terms = new Map([...terms].filter(([term]) => term === rest))
  }
  await client.query('close postings')
}

const ascending = (a: number, b: number) => a - b

function moveSlots(posting: Buffer | null, { newSlots }: Source, to: number[]) {
  if (!posting) return
  for (const slot of slotsOf(decodePosting(posting))) {
    const newSlot = newSlots[slot] ?? -1
    if (newSlot >= 0) to.push(newSlot)
  }
}

/** Searches that began before a segment was retired have ended by then. */
const retiredForSeconds = 60
const maxDeletedPerRun = 4

/** Deletes some of the segments that no search reads any more. */
export async function deleteRetired({ run }: Session) {
  const retired = await run(sql<{ id: number }>`
    select id from search_segment
    where state = 'retired' and retired < clock_timestamp() - make_interval(secs => ${retiredForSeconds})
    order by id limit ${maxDeletedPerRun}`)
  if (retired.length === 0) return
  const ids = sql`any (${retired.map(({ id }) => id)}::int[])`
  await run(sql`delete from search_posting where segment_id = ${ids}`)
  await run(sql`delete from search_slot where segment_id = ${ids}`)
  await run(sql`delete from search_segment where id = ${ids}`)
}
