import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { createListingMatcher } from './match-listing.ts'
import { createPushSender } from './push/send-push.ts'
import { deleteUnusedPatterns } from './queries.ts'
import { createAlertSender } from './send-alerts.ts'

type Options = {
  database: Database
  catalog: () => Promise<Catalog>
  secret: string
  settings: CurrentSettings
  notifications: Notifications
  clock: Clock
}

export function alertJobs(options: Options): JobModule {
  const { database } = options
  const matcher = createListingMatcher(options)
  return {
    jobs: {
      match_listing: { run: matcher.matchListing },
      match_remaining_listings: { run: matcher.matchRemaining, schedule: '*/5 * * * *' },
      send_search_alerts: { run: createAlertSender(options), schedule: '* * * * *', unique: true },
      send_push: { run: createPushSender(options) },
      delete_unused_patterns: { run: () => deleteUnusedPatterns(database.kysely), schedule: '25 4 * * *' },
    },
  }
}
