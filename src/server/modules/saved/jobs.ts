import type { JobModule } from '../../platform/module.ts'
import { type SavedAdsEmailOptions, sendSavedAdsEmails } from './news.ts'

export const savedJobs = (options: SavedAdsEmailOptions): JobModule => ({
  jobs: {
    send_saved_ads_emails: { run: () => sendSavedAdsEmails(options), schedule: '7 * * * *', unique: true },
  },
})
