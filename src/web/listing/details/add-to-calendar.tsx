import type { Event } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { endOf, useEnded } from '../event-state.ts'
import { googleUrl, outlookUrl } from './calendar-urls.ts'

/**
 * Links that add an event to a calendar. Not shown for an event that is over, and a hidden one has no calendar file. Nothing is sent
 * to another host before someone follows a link.
 */
export function AddToCalendar({ event }: { event: Event }) {
  const { origin } = useSite()
  const ended = useEnded(endOf(event))
  if (ended || event.status === 'hidden') return null
  const file = paths.eventCalendar(event._id)
  const page = origin + paths.listing('event', event._id)
  return (
    <details className="mt-5 border-t border-line pt-5 print:hidden">
      <summary
        className={buttonClass(
          { variant: 'secondary' },
          'w-full cursor-pointer hover:border-ink hover:bg-sunken',
        )}
      >
        <Icon name="calendar-plus" className="size-4.5" />
        {t('Add to calendar')}
      </summary>
      <ul className="mt-2 rounded-lg border border-line bg-surface p-1.5 shadow-lifted">
        <CalendarLink href={file} reload>
          {t('Calendar file (.ics)')}
        </CalendarLink>
        <CalendarLink href={googleUrl(event, page)} external>
          Google Calendar
        </CalendarLink>
        <CalendarLink href={outlookUrl(event, page)} external>
          Outlook
        </CalendarLink>
        <CalendarLink href={`webcal://${new URL(origin).host}${file}`}>
          {event.rule ? t('Add all dates') : t('Subscribe to changes')}
        </CalendarLink>
      </ul>
    </details>
  )
}

type CalendarLinkProps = { href: string; reload?: boolean; external?: boolean; children: string }

function CalendarLink({ href, reload = false, external = false, children }: CalendarLinkProps) {
  return (
    <li>
      <a
        href={href}
        data-page={reload ? 'reload' : undefined}
        target={external ? '_blank' : undefined}
        rel={external ? 'noreferrer nofollow' : 'nofollow'}
        className="side-link"
      >
        {children}
        {external && <span className="sr-only"> {t('(opens another website)')}</span>}
      </a>
    </li>
  )
}
