/** Counts the public figures of the current month, and once more those of the last one. */
import { dayIn } from '../../../shared/days.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import { countMonth, isCounted } from './figures.ts'

type Options = { database: Database; clock: Clock; settings: CurrentSettings }

export const transparencyJobs = (options: Options): JobModule => ({
  jobs: {
    count_transparency: { run: () => countTransparency(options), schedule: '41 * * * *', unique: true },
  },
})

/** Decisions of the last days of a month can still be reversed in the next days, so that month is counted until then. */
const lastDayForPrevious = 7

/** Runs every hour, and counts once on each day. */
export async function countTransparency({ database, clock, settings }: Options): Promise<void> {
  const { timeZone } = settings()
  const today = dayIn(timeZone, clock())
  if (await isCounted(database.kysely, today, timeZone)) return
  const month = today.slice(0, 7)
  if (Number(today.slice(8)) <= lastDayForPrevious)
    await countMonth(database.kysely, monthBefore(month), { timeZone, isOptional: true })
  await countMonth(database.kysely, month, { timeZone })
}

const monthBefore = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}
