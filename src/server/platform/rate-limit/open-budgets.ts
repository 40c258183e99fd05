import type { Config } from '../../config/environment.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { type Budgets, createBudgets } from './budgets.ts'
import { createPostgresStore } from './postgres-store.ts'

type Settings = Pick<Config, 'rateLimit'> & Partial<Pick<Config, 'redisUrl'>>

/** Returns budgets that all processes of the site share: through Redis if it is configured, otherwise the database. */
export async function openBudgets(
  { rateLimit, redisUrl }: Settings,
  database: Database,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Budgets> {
  const store = redisUrl ? await openRedisStore(redisUrl, log) : createPostgresStore(database)
  return createBudgets({ store, factor: rateLimit, log })
}

/** The client is a fifth of all files that a server would load, and most sites have no Redis. */
async function openRedisStore(url: string, log: Pick<Logger, 'warn'>) {
  const { createRedisStore } = await import('./redis-store.ts')
  return createRedisStore(url, log)
}
