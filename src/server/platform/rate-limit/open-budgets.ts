import type { Config } from '../../config/environment.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { type Budgets, createBudgets } from './budgets.ts'
import { createPostgresStore } from './postgres-store.ts'
import { createRedisStore } from './redis-store.ts'

type Settings = Pick<Config, 'rateLimit'> & Partial<Pick<Config, 'redisUrl'>>

/** Returns budgets that all processes of the site share: through Redis if it is configured, otherwise the database. */
export function openBudgets(
  { rateLimit, redisUrl }: Settings,
  database: Database,
  log: Pick<Logger, 'warn' | 'info'>,
): Budgets {
  const store = redisUrl ? createRedisStore(redisUrl, log) : createPostgresStore(database)
  return createBudgets({ store, factor: rateLimit, log })
}
