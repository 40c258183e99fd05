/** Reads the whole content of a search index, for comparisons. */
import { hasSlot } from '../../src/server/modules/search/index/bitset.ts'
import { slotsOf } from '../../src/server/modules/search/index/posting.ts'
import type { Segment } from '../../src/server/modules/search/index/segment.ts'
import type { IndexReader, IndexView } from '../../src/server/modules/search/store/read.ts'

const isVisible = ({ deleted }: Segment, slot: number) => !deleted || !hasSlot(deleted, slot)

/** Returns the sorted ids of the listings whose title or description contains a term. */
export const listingsWith = (reader: IndexReader, term: string): Promise<string[]> =>
  reader.withView(async (view) => {
    const { titles, bodies } = await listingsByField(view, term)
    return [...titles, ...bodies].sort()
  })

/** Returns the sorted ids of the listings with a term in the title, and of those with it only in the description. */
export async function listingsByField(view: IndexView, term: string) {
  const index = await view.load([term])
  const idsOf = async (field: 'titles' | 'bodies') => {
    const positions = index.segments.flatMap((segment) => {
      const posting = index.postingOf(term, segment, field)
      return Array.from(posting ? slotsOf(posting) : [])
        .filter((slot) => isVisible(segment, slot))
        .map((slot) => ({ segment: segment.id, slot }))
    })
    return (await view.listingIds(positions)).map((id) => id ?? 'gone').sort()
  }
  return { titles: await idsOf('titles'), bodies: await idsOf('bodies') }
}

/** Returns the columns of every listing, sorted by id. Throws if a segment is not sorted from newest to oldest. */
export const indexedListings = (reader: IndexReader) =>
  reader.withView(async (view) => {
    const rows = view.segments.flatMap((segment) => {
      const { flags, topic, place, posted, price, startDay, endDay } = segment.columns
      if (posted.some((seconds, slot) => slot > 0 && seconds > (posted[slot - 1] ?? 0)))
        throw new Error(`Segment ${segment.id} is not sorted.`)
      return Array.from({ length: segment.size }, (_, slot) => ({
        segment: segment.id,
        slot,
        values: {
          ...{ flags: flags[slot], topic: topic[slot], place: place[slot], posted: posted[slot] },
          ...{ price: price[slot], startDay: startDay[slot], endDay: endDay[slot] },
        },
      })).filter(({ slot }) => isVisible(segment, slot))
    })
    const ids = await view.listingIds(rows)
    if (rows.length !== view.documentCount) throw new Error('The number of listings is wrong.')
    return rows
      .map(({ values }, index) => ({ id: ids[index] ?? 'gone', ...values }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  })
