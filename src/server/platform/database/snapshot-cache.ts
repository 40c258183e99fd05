/**
 * Keeps answers for as long as nothing has been written to the database, by anybody. Whoever asks is never shown less
 * than what was committed before: PostgreSQL's current snapshot is asked for each time, and it stays the same only
 * while no transaction that writes has begun or ended.
 */
import { sql } from 'kysely'
import type { Database } from './database.ts'

export type SnapshotCache<Answer> = {
  /** The answer that is kept under this key, else what `find` answers. Who asks at once for the same shares it. */
  get: (key: string, find: () => Promise<Answer>) => Promise<Answer>
}

/** What may be kept at once: so many answers, and so much of them as `sizeOf` measures it. */
export type CacheLimits<Answer> = { answers: number; size: number; sizeOf: (answer: Answer) => number }

export function createSnapshotCache<Answer>(
  database: Database,
  room: CacheLimits<Answer>,
): SnapshotCache<Answer> {
  const snapshotNow = shared(() => currentSnapshot(database))
  const emptyAt = (snapshot: string) => ({ snapshot, size: 0, answers: new Map<string, Promise<Answer>>() })
  let current = emptyAt('')

  return {
    async get(key, find) {
      const snapshot = await snapshotNow()
      if (snapshot !== current.snapshot) current = emptyAt(snapshot)
      const holder = current
      const { answers } = holder
      const kept = answers.get(key)
      if (kept) return kept
      // What is found is at least as new as the snapshot, so it is right for all who are told that one.
      const found = find()
      if (answers.size >= room.answers) clear(holder)
      answers.set(key, found)
      found.then(
        (answer) => {
          holder.size += room.sizeOf(answer)
          if (holder.size > room.size) clear(holder)
        },
        () => answers.delete(key),
      )
      return found
    },
  }
}

function clear(holder: { size: number; answers: Map<string, unknown> }) {
  holder.answers.clear()
  holder.size = 0
}

async function currentSnapshot({ preparedQuery }: Database): Promise<string> {
  const compose = () => sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`
  const [row] = await preparedQuery('snapshot', compose, {})
  return row?.snapshot ?? ''
}

/** One asks at a time; all who come meanwhile share the next one, so that each is asked after they came. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | null = null
  let next: Promise<Answer> | null = null
  const start = () => {
    const asked = ask().finally(() => {
      running = null
    })
    running = asked
    return asked
  }
  return () => {
    if (next) return next
    if (!running) return start()
    next = running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
