/** Writes segments and their postings to the database. */
import { sql } from 'kysely'
import { type Columns, encodeColumns } from '../index/columns.ts'
import { encodePosting } from '../index/posting.ts'
import { copyRows, type Field } from './copy-rows.ts'
import type { BuiltSegment, TermSlots } from './segment-builder.ts'
import type { Session } from './session.ts'

type SegmentState = 'building' | 'current'

/** Writes the row of a segment, and returns its id. */
export async function insertSegment(
  { run }: Session,
  state: SegmentState,
  size: number,
  columns: Columns,
): Promise<number> {
  const [row] = await run(sql<{ id: number }>`
    insert into search_segment (state, size, listings, columns)
    values (${state}, ${size}, ${size}, ${Buffer.from(encodeColumns(columns))}) returning id`)
  if (!row) throw new Error('The segment was not inserted.')
  return row.id
}

/** Writes a segment with everything that belongs to it, and returns its id. */
export async function writeSegment(
  session: Session,
  state: SegmentState,
  { size, columns, ids, terms }: BuiltSegment,
): Promise<number> {
  const id = await insertSegment(session, state, size, columns)
  await copySlots(session, id, ids)
  // In the order of the primary key, so that its pages are filled one after the other.
  await copyPostings(session, id, [...terms].sort(byTerm))
  return id
}

type Term = readonly [term: string, slots: TermSlots]

const byTerm = ([a]: Term, [b]: Term) => (a < b ? -1 : 1)

/** Adds the ids of a segment's listings, in the order of their slots. */
export const copySlots = ({ client }: Session, id: number, ids: Iterable<string>): Promise<void> =>
  copyRows(client, 'search_slot (segment_id, slot, listing_id)', slotRows(id, ids))

function* slotRows(id: number, ids: Iterable<string>): Generator<Field[]> {
  let slot = 0
  for (const uuid of ids) yield [{ integer: id }, { integer: slot++ }, { uuid }]
}

/** Adds postings of terms that the segment does not have yet. Their slots must be in ascending order. */
export const copyPostings = ({ client }: Session, id: number, terms: Iterable<Term>): Promise<void> =>
  copyRows(client, 'search_posting (segment_id, term, titles, bodies)', postingRows(id, terms))

function* postingRows(id: number, terms: Iterable<Term>): Generator<Field[]> {
  for (const [term, { titles, bodies }] of terms)
    if (titles.length > 0 || bodies.length > 0)
      yield [{ integer: id }, { text: term }, postingField(titles), postingField(bodies)]
}

const postingField = (slots: number[]): Field => (slots.length > 0 ? { bytes: encodePosting(slots) } : null)
