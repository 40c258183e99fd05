/** The Manticore engine on servers of a test: its writers are fed together, and every call reads which index they have now. */

import { readClusterSettings } from '../../../src/server/config/search-url.ts'
import type {
  EngineWriter,
  ReadOptions,
  SearchEngine,
  SearchTree,
} from '../../../src/server/modules/search/engine.ts'
import { createHost } from '../../../src/server/modules/search/engines/manticore/host.ts'
import {
  openManticoreEngine,
  openManticoreWriters,
} from '../../../src/server/modules/search/engines/manticore/open-manticore.ts'
import { deleteState } from '../../../src/server/modules/search/engines/manticore/tables.ts'

export const urlOf = (ports: number[], shards = ports.length) =>
  `manticore://${ports.map((port) => `127.0.0.1:${port}`).join()}?shards=${shards}`

/** Deletes what the servers know of their index. */
export async function forgetIndex(url: string): Promise<void> {
  for (const host of readClusterSettings(url).hosts.map(createHost)) {
    await host.write(deleteState('current'))
    await host.write(deleteState('next'))
    await host.close()
  }
}

export function openTested(url: string, tree: SearchTree): SearchEngine & { writer: EngineWriter } {
  const settings = readClusterSettings(url)
  const engine = openManticoreEngine(settings, () => tree, null)
  const writers = openManticoreWriters(settings, () => tree)
  const fresh: ReadOptions = { fresh: true }
  return {
    search: (query) => engine.search(query, fresh),
    calendar: (query) => engine.calendar(query, fresh),
    countTerms: (terms) => engine.countTerms(terms, fresh),
    words: () => engine.words(fresh),
    writer: together(writers.map(({ writer }) => writer)),
    async close() {
      await engine.close()
      await Promise.all(writers.map((each) => each.close()))
    },
  }
}

/** Returns a writer that gives all of them the same. */
function together(writers: EngineWriter[]): EngineWriter {
  const least = (positions: (string | null)[]) => (positions.includes(null) ? null : (positions[0] ?? null))
  return {
    position: async () => least(await Promise.all(writers.map((writer) => writer.position()))),
    apply: async (changes, position) => {
      await Promise.all(writers.map((writer) => writer.apply(changes, position)))
    },
    async rebuild(restart) {
      const rebuilds = await Promise.all(writers.map((writer) => writer.rebuild(restart)))
      return {
        position: async () => least(await Promise.all(rebuilds.map((rebuild) => rebuild.position()))),
        add: async (documents, position) => {
          await Promise.all(rebuilds.map((rebuild) => rebuild.add(documents, position)))
        },
        finish: async (position) => {
          await Promise.all(rebuilds.map((rebuild) => rebuild.finish(position)))
        },
      }
    },
  }
}
