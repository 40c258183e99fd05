/** Finds listings in the index in memory, in the process that has it. */

import { runInSlices } from '../../../../platform/time-slices.ts'
import { type SearchEngine, type SearchTree, SearchUnavailable, type WordCount } from '../../engine.ts'
import { createTree, mostCommon, onChangeOf } from '../matching.ts'
import { combineWords } from './combine-segments.ts'
import { runCalendar } from './query/calendar.ts'
import { runQuery } from './query/run-query.ts'
import { createClock } from './query/segment-sets.ts'
import type { EmbeddedIndex, Segment } from './segment.ts'
import { hasSlot, slotsOf } from './slots.ts'

type Options = {
  /** Returns the current tree: the same object until it changes. */
  tree: () => SearchTree
  /** Returns the current index; null while there is none. */
  index: () => EmbeddedIndex | null
  /** Resolves when the index has everything that was committed before the call. Rejects with `SearchUnavailable` if that takes too long. */
  refresh: () => Promise<void>
  /** Whether rows can be read while the primary is away, from a replica. Then searches go on with what the index has. */
  hasReplica?: boolean
  close?: () => Promise<void>
}

/** `untilFresh` waits for what a fresh call waits for, and rejects as it does. */
export function createEmbeddedEngine({
  tree: searchTree,
  index,
  refresh,
  hasReplica = false,
  close,
}: Options): SearchEngine & { untilFresh: () => Promise<void> } {
  const tree = onChangeOf(searchTree, createTree)
  const clockAt = createClock(searchTree)
  /** After a start, every worker asks for all words, and again if that took too long. */
  let reading: Promise<WordCount[]> | null = null

  const untilFresh = () =>
    refresh().catch((error: unknown) => {
      if (!hasReplica || error instanceof SearchUnavailable) throw error
    })

  async function current({ fresh }: { fresh: boolean }): Promise<EmbeddedIndex> {
    if (fresh) await untilFresh()
    const found = index()
    if (!found) throw new SearchUnavailable()
    return found
  }

  return {
    async search(query, options) {
      const found = await current(options)
      return runQuery(found, tree(), query, clockAt(query.now))
    },
    async calendar(query, options) {
      const found = await current(options)
      return runCalendar(found, tree(), query, clockAt(query.now))
    },
    countTerms: async (terms, options) => countTerms(await current(options), terms),
    async words(options) {
      const found = await current(options)
      if (options.fresh) return wordsOf(found)
      reading ??= wordsOf(found).finally(() => {
        reading = null
      })
      return reading
    },
    untilFresh,
    close: async () => close?.(),
  }
}

/** Terms in at most this many listings are counted exactly. */
const maxExact = 20

/** Implements `countTerms` of the contract. */
export const countTerms = ({ segments, listingsWith }: EmbeddedIndex, terms: readonly string[]): number[] =>
  terms.map((term) => {
    let sure = 0
    for (const { slotsWith, size, listings } of segments)
      sure += Math.max(0, slotsWith(term) - (size - listings))
    return sure > maxExact ? listingsWith(term) : countExactly(segments, term)
  })

function countExactly(segments: readonly Segment[], term: string): number {
  let count = 0
  for (const { postingOf, deleted } of segments)
    for (const field of ['titles', 'bodies'] as const)
      for (const slot of slotsOf(postingOf(term, field) ?? new Uint16Array()))
        if (!deleted || !hasSlot(deleted, slot)) count++
  return count
}

/** Implements `words` of the contract. */
export async function wordsOf({ segments, listings }: EmbeddedIndex): Promise<WordCount[]> {
  const words = await runInSlices(combineWords(segments))
  return mostCommon(
    words.map(([word, count]) => [word, Math.round(count)]),
    listings,
  )
}
