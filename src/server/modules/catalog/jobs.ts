import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { createListingMover } from './merge.ts'

export const catalogJobs = ({ database }: { database: Database }): JobModule => ({
  jobs: {
    move_merged_listings: { run: createListingMover(database), schedule: '*/5 * * * *', unique: true },
  },
})
