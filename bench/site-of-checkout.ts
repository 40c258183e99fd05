/** The site of a checkout, in this version or an earlier one, with its own database of generated listings. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createLogger } from '../src/server/platform/log.ts'
import type { Action } from './writers.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

/** Loads the listings unless that was done before, and starts the site with the code of its checkout. */
export async function openSite(root: string, listings: number, log: (text: string) => void) {
  const load = (file: string) => import(join(root, 'bench', file))
  const { openBenchDatabase, startServer }: typeof import('./server-process.ts') =
    await load('server-process.ts')
  const { loadListings }: typeof import('./generated-listings/load-listings.ts') = await load(
    'generated-listings/load-listings.ts',
  )
  const { perSecond, removeWriters, startWriters }: typeof import('./writers.ts') = await load('writers.ts')
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const folder = `bench-search-${listings}` as const
  const bench = await openBenchDatabase(createLogger('error'), folder)
  const { database, connectionString } = bench
  try {
    const generator = await loadListings(database, { connectionString, count: listings, log })
    await removeWriters(database)
    const server = await startServer(connectionString, { DATA_DIR: join(root, 'data', folder, 'site') })
    const writers = await startWriters(database, server.origin, generator, { paced: false })
    return {
      commit,
      generator,
      origin: server.origin,
      pid: server.pid,
      /** Posts, edits, and deletes until the returned function is called. */
      write() {
        const inProgress = new Set<Promise<void>>()
        const timers = (Object.keys(perSecond) as Action[]).map((action) =>
          setInterval(() => {
            const work = writers.write(action).finally(() => inProgress.delete(work))
            inProgress.add(work)
          }, 1_000 / perSecond[action]),
        )
        return async () => {
          for (const timer of timers) clearInterval(timer)
          await Promise.all(inProgress)
        }
      },
      async stop() {
        await writers.stop(log)
        await server.stop()
        await removeWriters(database)
        await bench.stop()
      },
    }
  } catch (error) {
    await bench.stop()
    throw error
  }
}
