import type { JobModule } from '../../platform/module.ts'
import { type EventChangeOptions, notifyOfEventChanges } from './service.ts'

export const eventChangeJobs = (options: EventChangeOptions): JobModule => ({
  jobs: {
    notify_of_event_changes: {
      run: () => notifyOfEventChanges(options),
      schedule: '* * * * *',
      unique: true,
    },
  },
})
