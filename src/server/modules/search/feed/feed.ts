/** Brings an engine up to date with the database: builds its index if necessary, and then follows the list of changes. */
import { setTimeout as delay } from 'node:timers/promises'
import { coalesce } from '../../../platform/database/coalesce.ts'
import type { Database } from '../../../platform/database/database.ts'
import { atMost, type EngineRebuild, type EngineWriter } from '../engine.ts'
import {
  type ChangePage,
  type FeedPosition,
  formatPosition,
  parsePosition,
  readChanges,
} from './change-list.ts'
import { type RunningRebuild, runRebuild } from './rebuild.ts'

export type Feed = ReturnType<typeof startFeed>

type Options = {
  /** The primary. */
  database: Database
  writer: EngineWriter
  log: {
    info: (details: object, message: string) => void
    warn: (details: object, message: string) => void
  }
  pollMs?: number
  /** Whether the engine is on a server, which may come back with an older index, or without one. */
  isRemote?: boolean
  /** For tests. */
  pageSize?: number
  /** For tests, which publish thousands of listings at once. */
  maxRefreshMs?: number
}

const defaultPollMs = 1000
const defaultMaxRefreshMs = 2000
/** A reading gets at most this many changes or documents at once. */
const changesPerPage = 2000
/** Without changes, the position is written so often: far more often than changes are deleted. */
const renewMs = 60 * 60 * 1000
const progressMs = 10_000
const pollsBeforeRetry = 10

/** The position of an index that is being replaced: after a crash, it is built again. */
const outdated = 'outdated'

/** Starts to feed an engine, until stopped. What fails, such as a database that goes away, is tried again at the next poll. */
export function startFeed(options: Options) {
  const { log, pollMs = defaultPollMs, maxRefreshMs = defaultMaxRefreshMs } = options
  const stopping = new AbortController()
  const reader = createReader(options, () => void read().catch(report))
  let readAt = performance.now()
  const read = coalesce(async () => {
    const began = performance.now()
    await reader.read()
    readAt = began
  })
  let isFailing = false

  function report(error: unknown) {
    if (!isFailing) log.warn({ err: error }, 'The search cannot follow the changes of ads. It keeps trying.')
    isFailing = true
  }

  async function poll() {
    while (!stopping.signal.aborted) {
      await read().then(() => {
        if (isFailing) log.info({}, 'The search follows the changes of ads again.')
        isFailing = false
      }, report)
      await delay(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const polling = poll()

  return {
    /**
     * Resolves when the engine has everything that was committed before the call. Rejects with `SearchUnavailable` after two seconds: an
     * import can take longer, and so can a database that hangs. Concurrent calls share one reading.
     */
    refresh: () =>
      atMost(
        maxRefreshMs,
        read().then(async () => {
          if (await reader.untilFirstIndex()) await read()
        }),
      ),
    /** Returns how old the state of the database is that the engine has, in seconds. */
    behind: () => (performance.now() - readAt) / 1000,
    async stop() {
      stopping.abort()
      await Promise.all([reader.stop(), polling])
    },
  }
}

/** `onBuilt` is called when a new index is complete: the next reading publishes it. */
function createReader(
  { database, writer, log, pollMs = defaultPollMs, isRemote = false, pageSize = changesPerPage }: Options,
  onBuilt: () => void,
) {
  let hasIndex = false
  /** Up to where the index has the changes of which database; null before the first reading. */
  let position: FeedPosition | null = null
  /** Whether the index has to be replaced. It is kept up to date until then, as far as possible. */
  let isOutdated = true
  /** The position that the engine was last given; undefined before the first reading. */
  let given: string | null | undefined
  let isStopped = false
  let appliedAt = 0
  let retryAt = 0
  let rebuild: RunningRebuild | null = null
  let built: EngineRebuild | null = null

  async function read(): Promise<void> {
    if (isStopped) return
    if (given === undefined || isRemote) continueFrom(await writer.position())
    if (built && rebuild) await publish(built, rebuild.position())
    const page = await readChanges(database, { seen: position?.snapshot ?? null, limit: pageSize })
    if (page.source !== position?.source || !page.isComplete) isOutdated = true
    if (isOutdated) beginRebuild(page)
    await applyChanges(page)
  }

  /** Continues where the engine is, at first, and when that is not what it was given. */
  function continueFrom(text: string | null) {
    if (text === given) return
    given = text
    hasIndex = text !== null
    position = parsePosition(text)
    isOutdated = position === null
    // It may have lost what it had of the next index, too.
    rebuild?.cancel()
    if (built) rebuild = null
    built = null
  }

  async function publish(complete: EngineRebuild, reached: FeedPosition) {
    const text = formatPosition(reached)
    await complete.finish(text)
    given = text
    hasIndex = true
    position = reached
    isOutdated = false
    rebuild = null
    built = null
    log.info({}, 'Built the search index.')
  }

  /** Applies the changes of the first page and of those that follow. Until the last one, the position stays. */
  async function applyChanges(first: ChangePage) {
    for (let page = first; ; ) {
      const { changes, end } = page
      const isDue = !isOutdated && performance.now() - appliedAt > renewMs
      if (hasIndex && (changes.length > 0 || isDue)) {
        const reached = end ? position : first
        const text = reached && !isOutdated ? formatPosition(reached) : outdated
        await writer.apply(changes, text)
        given = text
        appliedAt = performance.now()
      }
      if (!hasIndex || !end || !position) break
      const { snapshot: seen } = position
      page = await readChanges(database, { seen, until: first.snapshot, after: end, limit: pageSize })
    }
    position = { source: first.source, snapshot: first.snapshot }
  }

  function beginRebuild({ source, snapshot }: FeedPosition) {
    if (rebuild) {
      if (rebuild.position().source !== source) rebuild.cancel()
      return
    }
    if (performance.now() < retryAt) return
    log.info({}, hasIndex ? 'Building the search index again.' : 'Building the search index.')
    rebuild = runRebuild({ database, writer, onProgress: logProgress(log), pageSize }, { source, snapshot })
    rebuild.done.then(
      (complete) => {
        built = complete
        onBuilt()
      },
      (error: unknown) => {
        rebuild = null
        retryAt = performance.now() + pollsBeforeRetry * pollMs
        if (!isStopped)
          log.warn({ err: error }, 'Building the search index was interrupted. It continues in a moment.')
      },
    )
  }

  return {
    read,
    /** Waits for the documents of the first index, which the next reading publishes. Returns false if there is an index. */
    async untilFirstIndex(): Promise<boolean> {
      if (hasIndex || !rebuild) return false
      await rebuild.done.catch(() => {})
      return true
    },
    async stop() {
      isStopped = true
      rebuild?.cancel()
      await rebuild?.done.catch(() => {})
    },
  }
}

function logProgress(log: Options['log']) {
  let loggedAt = performance.now()
  return (listings: number) => {
    if (performance.now() - loggedAt < progressMs) return
    loggedAt = performance.now()
    log.info({ listings }, 'Building the search index.')
  }
}
