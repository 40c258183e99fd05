/** Gives an engine all documents, beside the index that serves, and continues after an interruption. */
import type { Database } from '../../../platform/database/database.ts'
import type { EngineRebuild, EngineWriter } from '../engine.ts'
import { type FeedPosition, formatPosition, parsePosition } from './change-list.ts'
import { type PageEnd, pageDocuments } from './documents.ts'

export type RunningRebuild = ReturnType<typeof runRebuild>

type Options = {
  database: Database
  writer: EngineWriter
  onProgress: (documents: number) => void
  /** In documents. */
  pageSize: number
}

/** Begins a rebuild with the documents of a database at a position, or continues one of the same database. */
export function runRebuild({ database, writer, onProgress, pageSize }: Options, begun: FeedPosition) {
  let position = begun
  let isCanceled = false

  function failIfCanceled() {
    if (isCanceled) throw new Error('The rebuild of the search index was canceled.')
  }

  async function beginOrContinue() {
    const rebuild = await writer.rebuild()
    const text = await rebuild.position()
    if (text === null) return { rebuild, next: pageDocuments(database, null, pageSize) }
    const progress = parseProgress(text)
    if (progress?.position.source !== begun.source)
      return { rebuild: await writer.rebuild(true), next: pageDocuments(database, null, pageSize) }
    position = progress.position
    return { rebuild, next: progress.end && pageDocuments(database, progress.end, pageSize) }
  }

  async function run(): Promise<EngineRebuild> {
    let { rebuild, next } = await beginOrContinue()
    let added = 0
    while (next) {
      const { documents, end } = await next
      failIfCanceled()
      // PostgreSQL reads the next ones meanwhile. They are awaited later.
      next = end && pageDocuments(database, end, pageSize)
      next?.catch(() => {})
      await rebuild.add(documents, formatProgress(position, end))
      added += documents.length
      onProgress(added)
    }
    failIfCanceled()
    return rebuild
  }

  return {
    /** Changes after this are not in all documents that were read. */
    position: () => position,
    /** Resolves when the engine has all documents. Rejects if the rebuild was interrupted. */
    done: run(),
    cancel() {
      isCanceled = true
    },
  }
}

/** `end` is null after the last document. */
const formatProgress = (position: FeedPosition, end: PageEnd | null): string =>
  [formatPosition(position), ...(end ? [end.posted, end.id] : [])].join(' ')

function parseProgress(text: string): { position: FeedPosition; end: PageEnd | null } | null {
  const [source, snapshot, posted, id] = text.split(' ')
  const position = parsePosition(`${source} ${snapshot}`)
  return position && { position, end: posted && id ? { posted, id } : null }
}
