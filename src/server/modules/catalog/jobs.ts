import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import type { JobModule } from '../../platform/module.ts'
import { createListingMover } from './merge.ts'
import { createCountryLoader } from './places/country-loads.ts'

export const catalogJobs = ({ database, log }: { database: Database; log: Logger }): JobModule => ({
  jobs: {
    move_merged_listings: { run: createListingMover(database), schedule: '*/5 * * * *', unique: true },
    load_country: { run: createCountryLoader(database, log) },
  },
})
