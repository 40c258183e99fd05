/** What people are to each other on the site: their pages, recommendations, and reports. */
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { AccountNetworks } from '../accounts/service.ts'
import type { OpenCases } from '../cases/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { createSellerSettings } from './handles.ts'
import { createSellerModeration, openSellerReports } from './moderation.ts'
import { createRecommendations } from './recommendations.ts'
import { createSellerReports } from './reports.ts'

type Options = {
  database: Database
  reader: Database
  rateLimiter: RateLimiter
  notifications: Notifications
  secret: string
  settings: CurrentSettings
  networks: AccountNetworks
}

export const openSellerCases: OpenCases = openSellerReports

export type SellerService = ReturnType<typeof createSellerService>
/** What moderation needs to show cases, and to decide them and undo that. */
export type SellerModeration = SellerService['moderation']

export function createSellerService(options: Options) {
  const recommendations = createRecommendations(options)
  return {
    recommendations,
    settings: createSellerSettings(options),
    reports: createSellerReports({ ...options, recommendations }),
    moderation: createSellerModeration(options),
  }
}
