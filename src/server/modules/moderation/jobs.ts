/** The daily email about what waits in the queue, to admins and to moderators, of their scope; and the end of suspensions. */
import { caseSourceNames } from '../../../shared/case-sources.ts'
import { dayIn, hourIn } from '../../../shared/days.ts'
import { formatAge } from '../../../shared/format-amount.ts'
import { privatePaths, withQuery } from '../../../shared/paths.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { dueEmails, type Notifications } from '../notifications/service.ts'
import { findScopes } from '../roles/service.ts'
import { createStatements } from '../statements/service.ts'
import { countWaiting } from './open-cases.ts'
import { type LiftUses, liftEndedSuspensions } from './suspensions.ts'

type Options = {
  database: Database
  notifications: Notifications
  clock: Clock
  settings: CurrentSettings
} & Pick<LiftUses, 'accounts' | 'status'>

const topic = 'queue'
/** In the morning of the site's time zone. */
const emailHour = 8

export const moderationJobs = (options: Options): JobModule => ({
  jobs: {
    lift_ended_suspensions: {
      run: () =>
        liftEndedSuspensions(options.database, { ...options, statements: createStatements(options) }),
      schedule: '* * * * *',
      unique: true,
    },
    send_queue_email: { run: () => sendQueueEmail(options), schedule: '7 * * * *', unique: true },
  },
})

/**
 * Runs every hour, so that a server which was down in the morning makes up for it. What waits is looked at once a day for each of them: a case
 * that arrives later is for the next morning.
 */
export async function sendQueueEmail({
  database,
  notifications,
  clock,
  settings,
}: Omit<Options, 'accounts' | 'status'>): Promise<void> {
  const { timeZone, queueEmail } = settings()
  const now = clock()
  if (!queueEmail || hourIn(timeZone, now) < emailHour) return
  const day = dayIn(timeZone, now)
  const due = await dueEmails.list(database.kysely, topic, day)
  if (due.length === 0) return
  const openOf = async (scope: ModeratorScope | null) => {
    const waiting = await countWaiting(database, scope)
    return caseSourceNames
      .map((source) => ({ source, ...waiting.cases[source] }))
      .filter(({ count }) => count > 0)
  }
  const all = await openOf(null)
  const scopes = await findScopes(database.kysely, due)
  for (const [id, scope] of scopes) {
    const open = scope ? await openOf(scope) : all
    const [oldest] = open.flatMap((each) => each.oldest ?? []).sort()
    await database.kysely.transaction().execute(async (tx) => {
      if (!(await dueEmails.claim(tx, id, topic, day)) || !oldest) return
      await notifications.topicEmail(tx, id, 'queue-waiting', () => ({
        cases: open,
        oldest: formatAge(oldest, now.toISOString()),
        link: withQuery(privatePaths.admin, { tab: 'queue' }),
      }))
    })
  }
}
