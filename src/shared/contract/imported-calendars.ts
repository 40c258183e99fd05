/** The calls about calendars of other sites whose events their authors review and post. */
import { calls } from '../calls.ts'
import * as imported from '../imported-calendar.ts'
import { done, type Rows } from './endpoint.ts'

export const importedCalendarRows = {
  listImportedCalendars: {
    ...calls.listImportedCalendars,
    summary: 'Lists the calendars that you import, and their upcoming events, soonest first.',
    access: 'signed-in',
    reply: imported.ImportedCalendarsSchema,
  },
  importCalendar: {
    ...calls.importCalendar,
    summary: 'Imports the upcoming events of your own public iCalendar address as drafts, once a day.',
    access: 'active',
    body: imported.NewCalendarSchema,
    reply: imported.NewCalendarReplySchema,
  },
  refreshImportedCalendar: {
    ...calls.refreshImportedCalendar,
    summary: 'Reads one of the calendars that you import again.',
    access: 'active',
    params: imported.CalendarIdSchema,
    reply: done,
  },
  removeImportedCalendar: {
    ...calls.removeImportedCalendar,
    summary: 'Removes one of the calendars that you import, with its drafts. Ads that you posted stay.',
    access: 'signed-in',
    params: imported.CalendarIdSchema,
    reply: done,
  },
  getImportedEvent: {
    ...calls.getImportedEvent,
    summary: 'Returns what your calendar says about an event, by the fields of listings.',
    access: 'signed-in',
    params: imported.ImportedEventIdSchema,
    reply: imported.ImportedEventReplySchema,
  },
  changeImportedEvent: {
    ...calls.changeImportedEvent,
    summary:
      'Dismisses an imported event, marks its changes as reviewed, or names the ad that you made of it.',
    access: 'signed-in',
    params: imported.ImportedEventIdSchema,
    body: imported.ImportedEventChangeSchema,
    reply: done,
  },
} as const satisfies Rows
