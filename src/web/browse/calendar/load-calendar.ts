/** Loads the calendar of a list of events: `view` in the URL shows it, and `month` and `day` name the part. */
import type { CallInput } from '../../../shared/contract.ts'
import type { LoaderContext } from '../../framework/loading.ts'
import { calendarSection } from '../filtered-list/list-view.tsx'
import {
  firstDayOf,
  type ListCalendar,
  lastDayOf,
  type MonthCounts,
  monthOf,
  monthsAround,
  neighborsOf,
  readCalendar,
  readMonth,
} from './list-calendar.ts'

/** Texts of a URL, which the server validates. */
type Filters = Record<string, string | undefined>
type CalendarQuery = CallInput<'eventCalendar'>['query']

const eventsInCell = 3
const eventsInDay = 20

const queryOf = (
  { when: _when, from: _from, to: _to, hide_ended: _ended, ...filters }: Filters,
  range: { from: string; to: string; limit: number },
) => ({ ...filters, ...range }) as CalendarQuery

/** Whether the URL asks for a calendar. */
export const isCalendar = ({ query, today, settings }: LoaderContext): boolean =>
  readCalendar(query, today(), settings.weekStart) !== null

/** Returns null unless the URL asks for a calendar. */
export async function loadCalendar(context: LoaderContext, filters: Filters): Promise<ListCalendar | null> {
  const { api, query } = context
  const today = context.today()
  const range = readCalendar(query, today, context.settings.weekStart)
  if (!range) return null
  const read = async (from: string, to: string, limit: number) =>
    (await api.eventCalendar({ query: queryOf(filters, { from, to, limit }) })).days
  const { view, day, from, to } = range
  const [days, chosen] = await Promise.all([
    read(from, to, view === 'month' ? eventsInCell : eventsInDay),
    view === 'month' ? read(day, day, eventsInDay) : [],
    calendarSection.preload(),
  ])
  return { ...range, ...neighborsOf(range, today), today, days, chosen: chosen[0] ?? null }
}

/** Loads the month of the side column: that of the URL, or of the day of the list. A list is complete without it, so it may fail. */
export async function loadMonth(
  { api, query, today }: LoaderContext,
  filters: Filters,
): Promise<MonthCounts | null> {
  const ofDay = new URLSearchParams({ month: filters.from?.slice(0, 7) ?? '' })
  const month = readMonth(query, today()) ?? readMonth(ofDay, today()) ?? monthOf(today())
  const range = { from: firstDayOf(month), to: lastDayOf(month), limit: 0 }
  const reply = await api.eventCalendar({ query: queryOf(filters, range) }).catch(() => null)
  if (!reply) return null
  const totals = reply.days.map(({ total }) => total)
  return { month, today: today(), totals, ...monthsAround(month, today()) }
}
