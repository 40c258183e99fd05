import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import type { JobModule } from '../../platform/module.ts'
import { createListingMover } from './merge.ts'
import { createCountryLoader } from './places/country-loads.ts'

type Options = { database: Database; log: Logger; config: Pick<Config, 'searchCluster'> }

export function catalogJobs({ database, log, config: { searchCluster } }: Options): JobModule {
  const stopping = new AbortController()
  const run = createListingMover(database, {
    hasSearchServers: searchCluster !== null,
    signal: stopping.signal,
  })
  return {
    jobs: {
      // Two runs would not know of each other's batches: one could finish a move while the other goes on.
      move_merged_listings: { run, schedule: '*/5 * * * *', unique: true, queue: 'move_merged_listings' },
      load_country: { run: createCountryLoader(database, log) },
    },
    stop: () => stopping.abort(),
  }
}
