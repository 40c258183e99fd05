/**
 * Reminds people by email of the events that they are interested in or going to, the day before. Each reminder and the record
 * that it was written are one transaction, so a process that dies in between neither loses nor repeats one.
 */
import { publicPaths } from '../../../shared/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import type { Notifications } from '../notifications/service.ts'
import { createCheckInCodes } from './check-in.ts'
import { fillAllPlaces } from './places.ts'
import { lockDueReminder, markReminded, skipPastReminders } from './queries.ts'

type ReminderOptions = { database: Database; notifications: Notifications; clock: Clock }

export const attendanceJobs = (options: ReminderOptions & { secret: string }): JobModule => ({
  jobs: {
    send_event_reminders: {
      run: () => sendEventReminders(options),
      schedule: '*/10 * * * *',
      unique: true,
    },
    fill_event_places: {
      run: () => fillAllPlaces(options.database, { ...options, codes: createCheckInCodes(options.secret) }),
      schedule: '* * * * *',
      unique: true,
    },
  },
})

export async function sendEventReminders(options: ReminderOptions): Promise<void> {
  await skipPastReminders(options.database, options.clock())
  let more = true
  while (more) more = await options.database.kysely.transaction().execute((tx) => remindNext(tx, options))
}

/** Returns false if no reminder is due. */
async function remindNext(tx: Connection, { notifications, clock }: ReminderOptions): Promise<boolean> {
  const due = await lockDueReminder(tx, clock())
  if (!due) return false
  const { id, profileId, listingId, ...event } = due
  const links = {
    link: publicPaths.listing('event', listingId),
    calendar: publicPaths.eventCalendar(listingId),
  }
  await notifications.topicEmail(tx, profileId, 'event-reminder', { ...event, ...links })
  // Also for those who do not want it: if they turn reminders on, they must not get those that were due before.
  await markReminded(tx, id, clock())
  return true
}
