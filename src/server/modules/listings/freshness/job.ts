import type { FreshnessSettings } from '../../../config/freshness-settings.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { NotificationOptions, Notifications } from '../../notifications/service.ts'

/** What the job that moves listings through time needs. */
export type FreshnessJob = {
  database: Database
  notifications: Pick<Notifications, 'servicesInQuestion'>
  settings: FreshnessSettings
  clock: Clock
} & Pick<NotificationOptions, 'secret' | 'product'>
