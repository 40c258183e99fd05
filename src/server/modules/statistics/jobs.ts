/** The weekly email about one's ads, and the end of old counts. */
import { addDays, dayIn, hourIn } from '../../../shared/days.ts'
import { maxOwnListings, retentionDays } from '../../../shared/limits.ts'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { privatePaths } from '../../../shared/paths.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { dueEmails, type Notifications } from '../notifications/service.ts'
import { deleteOldViews, type Period, readAds } from './queries.ts'

type Options = { database: Database; notifications: Notifications; clock: Clock; settings: CurrentSettings }

const topic = 'ad-statistics'
/** In the morning of the site's time zone. */
const emailHour = 8
/** An email lists at most this many ads. */
const maxListed = 10

export const statisticsJobs = (options: Options): JobModule => ({
  jobs: {
    send_ad_statistics: { run: () => sendAdStatistics(options), schedule: '13 * * * *', unique: true },
    delete_old_views: {
      run: () => deleteOldViews(options.database.kysely, retentionDays.listingViews),
      schedule: '35 4 * * *',
    },
  },
})

/** Runs every hour. Each person who wants the email gets that of a week once, from Monday morning on. */
export async function sendAdStatistics(options: Options): Promise<void> {
  const { database, clock, settings } = options
  const { timeZone } = settings()
  const now = clock()
  const today = dayIn(timeZone, now)
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  if (today === monday && hourIn(timeZone, now) < emailHour) return
  const week = { from: addDays(monday, -7), to: addDays(monday, -1), timeZone }
  for (const id of await dueEmails.list(database.kysely, topic, monday))
    await database.kysely.transaction().execute(async (tx) => {
      if (await dueEmails.claim(tx, id, topic, monday)) await send(tx, id, week, options)
    })
}

/** Sends nothing to people whose ads nobody looked at. */
async function send(tx: Connection, profileId: string, period: Period, options: Options): Promise<void> {
  const kinds = offeredKinds(options.settings())
  const rows = await readAds(tx, { profileId }, { period, limit: maxOwnListings })
  const ads = rows
    .map(({ daily, ...row }) => ({ ...row, views: sumOf(Object.values(daily)) }))
    .filter(({ kind, views, saves, messages }) => kinds.includes(kind) && views + saves + messages > 0)
    .sort((one, other) => other.views - one.views)
  const [first] = ads
  if (!first) return
  await options.notifications.topicEmail(tx, profileId, topic, {
    ads: ads.slice(0, maxListed),
    more: Math.max(0, ads.length - maxListed),
    views: sumOf(ads.map(({ views }) => views)),
    link: first.kind === 'event' ? privatePaths.myEvents : privatePaths.myServices,
  })
}

const sumOf = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)
