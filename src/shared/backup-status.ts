/** Whether backups are up to date, as the dashboard shows it. */
import * as z from 'zod/mini'

export const BackupStatusSchema = z.object({
  /** `off`: none were made, and none are scheduled. `none`: the first scheduled one has not succeeded yet. */
  state: z.enum(['off', 'none', 'ok', 'overdue', 'failed']),
  /** The latest that succeeded. */
  last: z.nullable(z.object({ at: z.string(), bytes: z.int(), encrypted: z.boolean() })),
  /** The latest that failed, if none succeeded after it. */
  failure: z.nullable(z.object({ at: z.string(), error: z.string() })),
})
export type BackupStatus = z.infer<typeof BackupStatusSchema>
