import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { pruneChanges } from './feed/change-list.ts'

export const searchJobs = ({ maintenance }: { maintenance: Database }): JobModule => ({
  jobs: {
    delete_old_listing_changes: { run: () => pruneChanges(maintenance), schedule: '47 * * * *' },
  },
})
