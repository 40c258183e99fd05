/** The calls about calendars of other sites whose events their authors review and post. */
import * as imported from '../imported-calendar.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { done, type Rows } from './endpoint.ts'

const pageAfter = (done: 'added' | 'refreshing' | 'removed' | 'saved') =>
  withQuery(privatePaths.importedCalendars, { done })

export const importedCalendarRows = {
  listImportedCalendars: {
    summary: 'Lists the calendars that you import, and their upcoming events, soonest first.',
    access: 'signed-in',
    reply: imported.ImportedCalendarsSchema,
  },
  importCalendar: {
    summary: 'Imports the upcoming events of your own public iCalendar address as drafts, once a day.',
    access: 'active',
    body: imported.NewCalendarSchema,
    reply: imported.NewCalendarReplySchema,
    forms: [
      {
        path: privatePaths.importedCalendars,
        toBody: ({ url, own }) => ({ url, own: own === 'yes' }),
        next: () => pageAfter('added'),
      },
    ],
  },
  refreshImportedCalendar: {
    summary: 'Reads one of the calendars that you import again.',
    access: 'active',
    params: imported.CalendarIdSchema,
    reply: done,
    forms: [{ path: `${privatePaths.importedCalendars}/:id`, next: () => pageAfter('refreshing') }],
  },
  removeImportedCalendar: {
    summary: 'Removes one of the calendars that you import, with its drafts. Ads that you posted stay.',
    access: 'signed-in',
    params: imported.CalendarIdSchema,
    reply: done,
    forms: [
      {
        path: `${privatePaths.importedCalendars}/:id`,
        actions: { remove: {} },
        next: () => pageAfter('removed'),
      },
    ],
  },
  getImportedEvent: {
    summary: 'Returns what your calendar says about an event, by the fields of listings.',
    access: 'signed-in',
    params: imported.ImportedEventIdSchema,
    reply: imported.ImportedEventReplySchema,
  },
  changeImportedEvent: {
    summary:
      'Dismisses an imported event, marks its changes as reviewed, or names the ad that you made of it.',
    access: 'signed-in',
    params: imported.ImportedEventIdSchema,
    body: imported.ImportedEventChangeSchema,
    reply: done,
    forms: [
      {
        path: `${privatePaths.importedEvents}/:id`,
        toBody: ({ action }) =>
          action === 'reviewed' ? { reviewed: true } : { dismissed: action === 'dismiss' },
        next: () => pageAfter('saved'),
      },
    ],
  },
} as const satisfies Rows
