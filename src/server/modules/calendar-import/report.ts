/** What an author is told about a calendar that was read. */
import type { CalendarReport } from '../../../shared/contract/imported-calendars.ts'
import type { ParsedCalendar } from './calendar-event.ts'

/** The most events that are listed as unreadable. */
const maxListed = 20

export function reportOf({ read, skipped }: ParsedCalendar): CalendarReport {
  const unreadable = skipped.filter(({ kind }) => kind === 'unreadable')
  return {
    read,
    over: skipped.filter(({ kind }) => kind === 'over').length,
    unreadable: unreadable.length,
    skipped: unreadable.slice(0, maxListed).map(({ title, reason }) => ({ title, reason })),
  }
}
