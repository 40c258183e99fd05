/** The reminder of an event. Titles and venues are strangers' text and never treated as markup. */
import { formatEventTimes, formatTime, formatTimeZone } from '../../../shared/event-times.ts'
import { formatTown } from '../../../shared/format.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import type { SiteInfo } from './email-templates.ts'
import { toOneLine } from './email-text.ts'

export type EventReminder = {
  title: string
  startDate: string
  endDate: string
  /** Such as `19:30`; null for all day. */
  startTime: string | null
  endTime: string | null
  doorsTime: string | null
  timeZone: string
  city: string | null
  state: string | null
  country: string
  /** Empty if it has no name. */
  venue: string
  /** The page of the event. */
  link: string
  /** The event as a calendar file. */
  calendar: string
}

export const eventReminder = ({ name: site }: SiteInfo, event: EventReminder): EmailContent => {
  const { title, startTime, doorsTime, timeZone, venue, link, calendar } = event
  return {
    subject: `Tomorrow: ${toOneLine(title, 80)} | ${site}`,
    paragraphs: [
      `“${toOneLine(title, 120)}”`,
      [
        formatEventTimes(event) + (startTime ? ` (${formatTimeZone(timeZone)})` : ''),
        ...(doorsTime ? [`Doors at ${formatTime(doorsTime)}`] : []),
        ...(venue ? [toOneLine(venue, 120)] : []),
        formatTown(event),
      ]
        .filter(Boolean)
        .join('\n'),
    ],
    action: { label: 'See the event', link },
    links: [{ label: 'Add it to your calendar', detail: '', link: calendar }],
    notes: [`You get this because you said on ${site} that you’re interested in this event or going.`],
  }
}
