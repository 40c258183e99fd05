/** The embedded search engine in the process of a test, which reads what has changed in the database before each call. */
import { createCatalog } from '../../../src/server/modules/catalog/service.ts'
import { searchTreeOf } from '../../../src/server/modules/search/catalog-index.ts'
import type { ReadOptions, SearchEngine } from '../../../src/server/modules/search/engine.ts'
import { createEmbeddedEngine } from '../../../src/server/modules/search/engines/embedded/engine.ts'
import { openIndex } from '../../../src/server/modules/search/engines/embedded/open-index.ts'
import { startFeed } from '../../../src/server/modules/search/feed/feed.ts'
import type { Settings } from '../../../src/server/modules/settings/service.ts'
import type { Database } from '../../../src/server/platform/database/database.ts'
import { silentLog } from '../site/silent-log.ts'

/** Only calls read: a test that waits for a second would be slow. */
const never = 2 ** 31 - 1
/** A busy machine takes long to read the thousands of listings of a test. */
const maxRefreshMs = 30_000

/** With `lagging`, only fresh calls read the changes: others find what was read last. */
export async function createFedEngine(
  database: Database,
  {
    lagging = false,
    hasReplica = false,
    settings,
  }: { lagging?: boolean; hasReplica?: boolean; settings?: Settings } = {},
): Promise<SearchEngine> {
  const index = await openIndex({ folder: null, log: silentLog })
  const feed = startFeed({ database, writer: index.writer, log: silentLog, pollMs: never, maxRefreshMs })
  const tree = searchTreeOf(await createCatalog(database, settings))
  const engine = createEmbeddedEngine({
    tree: () => tree(),
    index: index.current,
    refresh: feed.refresh,
    hasReplica,
    async close() {
      await feed.stop()
      await index.close()
    },
  })
  const fresh = ({ fresh }: ReadOptions) => ({ fresh: fresh || !lagging || index.current() === null })
  return {
    search: (query, options) => engine.search(query, fresh(options)),
    calendar: (query, options) => engine.calendar(query, fresh(options)),
    countTerms: (terms, options) => engine.countTerms(terms, fresh(options)),
    words: (options) => engine.words(fresh(options)),
    close: engine.close,
  }
}

/** Opens an engine with its first call: most tests never search, and opening one reads the catalog. */
export function openLazily(open: () => Promise<SearchEngine>): SearchEngine {
  let opened: Promise<SearchEngine> | null = null
  const engine = () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    search: async (...query) => (await engine()).search(...query),
    calendar: async (...query) => (await engine()).calendar(...query),
    countTerms: async (...terms) => (await engine()).countTerms(...terms),
    words: async (...options) => (await engine()).words(...options),
    close: async () => (await opened)?.close(),
  }
}
