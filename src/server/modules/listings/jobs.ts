import type { JobModule } from '../../platform/module.ts'
import { detectAgain, type LanguageChange } from './detect-again.ts'
import type { FreshnessJob } from './freshness/ask-authors.ts'
import { updateFreshness } from './freshness/update-freshness.ts'
import { compactCounts, deleteExpiredListings, updateEventOrder } from './maintenance.ts'
import { publishDue } from './publication.ts'
import { extendSeries } from './schedule/extend-series.ts'

export function listingJobs(options: FreshnessJob): JobModule {
  const { database, clock } = options
  return {
    jobs: {
      compact_listing_counts: {
        run: () => compactCounts(database.kysely),
        schedule: '* * * * *',
        unique: true,
      },
      delete_expired_listings: { run: () => deleteExpiredListings(database), schedule: '31 * * * *' },
      update_event_order: {
        run: () => updateEventOrder(database.kysely, clock()),
        schedule: '* * * * *',
        unique: true,
      },
      publish_scheduled_listings: {
        run: () => publishDue(database, clock()),
        schedule: '* * * * *',
        unique: true,
      },
      extend_series: { run: () => extendSeries(database, clock()), schedule: '33 4 * * *' },
      // Queued when the languages of the site have changed.
      detect_languages: { run: (change) => detectAgain(database.kysely, change as LanguageChange) },
      update_freshness: { run: () => updateFreshness(options), schedule: '*/10 * * * *', unique: true },
    },
  }
}
