/** Settings for how long listings stay in lists. */
import { defaultFreshness } from '../../shared/limits.ts'
import { numberUpTo, parsedBy } from './parsed-by.ts'

/** Days after a service was posted, edited by its author, or renewed. */
export type ServicePeriods = {
  /** When the author is asked whether it is still offered. */
  ask: number
  /** When it is shown in gray and after others. */
  stale: number
  /** When it leaves the lists. */
  archive: number
}

export type FreshnessSettings = {
  /** If null, services stay in lists. */
  service: ServicePeriods | null
  /** Days for which an event stays in lists after its end. */
  eventDays: number
}

export const defaultFreshnessSettings: FreshnessSettings = defaultFreshness

const maxDays = 36_500
const rule = `must be off, or days in this order, such as ask=60,stale=75,archive=90, up to ${maxDays}`

export const servicePeriodsSchema = parsedBy((text): ServicePeriods | null => {
  if (text === 'off') return null
  const days = /^ask=(\d{1,5}),stale=(\d{1,5}),archive=(\d{1,5})$/.exec(text.replaceAll(' ', ''))
  const [ask = 0, stale = 0, archive = 0] = days?.slice(1).map(Number) ?? []
  if (ask > 0 && ask < stale && stale < archive && archive <= maxDays) return { ask, stale, archive }
  throw new Error(rule)
})

export const eventDaysSchema = numberUpTo(maxDays, `must be a number of days up to ${maxDays}`)
