import type { JobModule } from '../../platform/module.ts'
import { sendEventReminders } from './send-reminders.ts'

export const attendanceJobs = (options: Parameters<typeof sendEventReminders>[0]): JobModule => ({
  jobs: {
    send_event_reminders: {
      run: () => sendEventReminders(options),
      schedule: '*/10 * * * *',
      unique: true,
    },
  },
})
