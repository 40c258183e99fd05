/** What authors learn about their ads: how many browsers viewed them, and how many people saved them, wrote, or asked for contact details. */

import type { AdStatistics, OwnStatistics } from '../../../shared/contract/statistics.ts'
import { addDays, dayIn, daysFrom } from '../../../shared/days.ts'
import { maxOwnListings, statisticsDays } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { readAds } from './queries.ts'

type Options = { reader: Database; settings: CurrentSettings; clock: Clock }

export function createStatistics({ reader, settings, clock }: Options) {
  return {
    /** Returns the numbers of the viewer's own ads of a kind, today included. */
    async ofOwn({ accountId }: Viewer, kind: Kind): Promise<OwnStatistics> {
      const { timeZone, contactVisibility } = settings()
      const to = dayIn(timeZone, clock())
      const from = addDays(to, 1 - statisticsDays)
      const days = daysFrom(from, to)
      const rows = await readAds(
        reader.kysely,
        { accountId },
        { kind, period: { from, to, timeZone }, limit: maxOwnListings },
      )
      const isRevealed = contactVisibility === 'reveal'
      const ads = rows.map(
        ({ id, daily, saves, messages, contacts }): AdStatistics => ({
          id,
          views: days.map((day) => daily[day] ?? 0),
          saves,
          messages,
          contacts: isRevealed ? contacts : null,
        }),
      )
      return { from, to, ads }
    },
  }
}
