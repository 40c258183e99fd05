import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { JobModule } from '../module.ts'

/** Deletes the changes of what caches contain once they are old. A cache that has not read them forgets everything. */
export const cacheJobs = ({ database }: { database: Database }): JobModule => ({
  jobs: {
    delete_old_content_changes: {
      run: async () => void (await sql`select prune_content_changes()`.execute(database.kysely)),
      schedule: '* * * * *',
      unique: true,
    },
  },
})
