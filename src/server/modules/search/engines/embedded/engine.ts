/** Finds listings in the index in memory, in the process that has it. */
import { type SearchEngine, type SearchTree, SearchUnavailable } from '../../engine.ts'
import { createTree } from '../tree.ts'
import { countTerms, type EmbeddedIndex, wordsOf } from './embedded-index.ts'
import { runCalendar } from './query/calendar.ts'
import { createClock } from './query/clock.ts'
import { runQuery } from './query/run-query.ts'

type Options = {
  tree: SearchTree
  /** Returns the current index; null while there is none. */
  index: () => EmbeddedIndex | null
  /** Resolves when the index has everything that was committed before the call. Rejects with `SearchUnavailable` if that takes too long. */
  refresh: () => Promise<void>
  /** Whether rows can be read while the primary is away, from a replica. Then searches go on with what the index has. */
  hasReplica?: boolean
  close?: () => Promise<void>
}

export function createEmbeddedEngine({
  tree: searchTree,
  index,
  refresh,
  hasReplica = false,
  close,
}: Options): SearchEngine {
  const tree = createTree(searchTree)
  const clockAt = createClock(searchTree)

  async function current({ fresh }: { fresh: boolean }): Promise<EmbeddedIndex> {
    if (fresh)
      await refresh().catch((error: unknown) => {
        if (!hasReplica || error instanceof SearchUnavailable) throw error
      })
    const found = index()
    if (!found) throw new SearchUnavailable()
    return found
  }

  return {
    search: async (query, options) => runQuery(await current(options), tree, query, clockAt(query.now)),
    calendar: async (query, options) => runCalendar(await current(options), tree, query, clockAt(query.now)),
    countTerms: async (terms, options) => countTerms(await current(options), terms),
    words: async (options) => wordsOf(await current(options)),
    close: async () => close?.(),
  }
}
