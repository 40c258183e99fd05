/** The segments that are stored in the database, as a search uses them. */
import type { Database } from '../../../platform/database/database.ts'
import { addSlot, type Bitset, createBitset, hasSlot, positionOf } from '../index/bitset.ts'
import { type Columns, decodeColumns } from '../index/columns.ts'
import type { Segment } from '../index/segment.ts'
import { deletedSlots } from './deleted-slots.ts'
import { readColumns, readSegments, type StoredSlot } from './read-changes.ts'

/** `listings` are those that are not deleted. */
export type DiskSegment = { segment: Segment; listings: number }

/** The columns that some view still uses, by the key of their segment. They never change. */
export type ColumnsInUse = Map<string, WeakRef<Columns>>

/** The segments of an earlier generation, and the slots of listings with changes that are not merged yet. */
type Earlier = { disk: ReadonlyMap<number, DiskSegment>; unmerged: readonly StoredSlot[] }

/**
 * Returns the segments of this generation, or null if there is a later one. A segment that also was in the earlier one is a later
 * version of the same, so what is remembered about it stays valid.
 */
export async function loadSegments(
  database: Database,
  columnsInUse: ColumnsInUse,
  generation: string,
  earlier: Earlier,
) {
  const found = await readSegments(database)
  if (found.generation !== generation) return null
  const columns = new Map<number, Columns>()
  for (const { id, key } of found.segments) {
    const known = columnsInUse.get(key)?.deref()
    if (known) columns.set(id, known)
  }
  const missing = found.segments.flatMap(({ id }) => (columns.has(id) ? [] : id))
  for (let first = 0; first < missing.length; first += segmentsPerQuery)
    for (const row of await readColumns(database, missing.slice(first, first + segmentsPerQuery)))
      columns.set(row.id, decodeColumns(row.columns))
  const disk = new Map<number, DiskSegment>()
  const deletedSince: StoredSlot[] = []
  const unmerged = Map.groupBy(earlier.unmerged, ([id]) => id)
  for (const [key, reference] of columnsInUse) if (!reference.deref()) columnsInUse.delete(key)
  for (const { id, key, size, listings, deleted } of found.segments) {
    const own = columns.get(id)
    if (!own) return null
    columnsInUse.set(key, new WeakRef(own))
    const stored = deletedSlots(deleted)
    const known = earlier.disk.get(id)
    if (known?.segment.columns === own && isLaterVersion(known, stored, unmerged.get(id) ?? [])) {
      disk.set(id, known)
      for (const slot of slotsWithout(stored, known.segment.deleted)) deletedSince.push([id, slot])
    } else {
      const removed = { slots: [], count: 0 }
      disk.set(id, { segment: { id, size, columns: own, deleted: stored, removed }, listings })
    }
  }
  return withoutSlots(disk, deletedSince)
}

/**
 * Whether everything that is deleted in a segment is deleted in the database, or will be when changes are merged. It is, unless a standby
 * that lacks the last transactions became the primary.
 */
function isLaterVersion({ segment }: DiskSegment, stored: Bitset | null, unmerged: readonly StoredSlot[]) {
  const expected = new Set(unmerged.map(([, slot]) => slot))
  return slotsWithout(segment.deleted, stored).every((slot) => expected.has(slot))
}

/** Returns the slots that are in one set, but not in the other. */
function slotsWithout(slots: Bitset | null, others: Bitset | null): number[] {
  const found: number[] = []
  for (let index = 0; slots && index < slots.length; index++) {
    for (let word = (slots[index] ?? 0) & ~(others?.[index] ?? 0); word !== 0; word &= word - 1)
      found.push(index * 32 + positionOf(word & -word))
  }
  return found
}

/** Bounds the memory for results, which are larger than the columns. */
const segmentsPerQuery = 1

/** Returns the segments with these slots deleted. Those that change are copied, for searches that use them now. */
export function withoutSlots(disk: Map<number, DiskSegment>, slots: readonly StoredSlot[]) {
  const changed = new Map<number, DiskSegment>()
  for (const [id, slot] of slots) {
    const original = disk.get(id)
    if (!original) continue
    let copy = changed.get(id)
    if (!copy) {
      const deleted = original.segment.deleted?.slice() ?? createBitset()
      copy = { segment: { ...original.segment, deleted }, listings: original.listings }
      changed.set(id, copy)
    }
    const { deleted, removed } = copy.segment
    if (!deleted || hasSlot(deleted, slot)) continue
    addSlot(deleted, slot)
    removed?.slots.push(slot)
    copy.listings -= 1
  }
  for (const { segment } of changed.values())
    if (segment.removed) segment.removed = { ...segment.removed, count: segment.removed.slots.length }
  return changed.size === 0 ? disk : new Map([...disk, ...changed])
}
