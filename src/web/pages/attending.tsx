import type { AttendedEvent } from '../../shared/contract/attendance.ts'
import { formatEventTimes } from '../../shared/event-times.ts'
import { formatTown } from '../../shared/format.ts'
import { msg, t } from '../../shared/translate.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export const loader = ({ api }: AuthedLoaderContext) => api.listAttended({})

export function Component() {
  const { events } = useLoaderData<typeof loader>()
  return (
    <NoIndexPage title={t('Events you’re going to')} width="max-w-3xl">
      <p className="mb-6 text-soft">
        {rich('Want an email the day before? <link>Choose your emails</link>', {
          link: (text) => <TextLink href={paths.account('emails')}>{text}</TextLink>,
        })}
      </p>
      {events.length === 0 ? (
        <EmptyState
          title={t('No events yet')}
          hint={t('On the page of an event, choose “Going” or “Interested”.')}
        >
          <ButtonLink href={paths.allEvents()}>{t('Browse events')}</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {events.map((event) => (
            <li key={`${event._id} ${event.scheduled}`} className="py-4">
              <AttendedItem event={event} />
            </li>
          ))}
        </ul>
      )}
    </NoIndexPage>
  )
}

const answerLabels = {
  going: msg('Going'),
  interested: msg('Interested'),
  waiting: msg('On the waiting list'),
}

function AttendedItem({ event }: { event: AttendedEvent }) {
  const { _id, title, attendance, venue_name, canceled, postponed } = event
  const place = [venue_name, formatTown(event)].filter(Boolean).join(', ')
  return (
    <>
      <TextLink href={paths.listing('event', _id)} className="free-text font-semibold">
        {title}
      </TextLink>
      <p className="mt-1 text-sm">
        {formatEventTimes(event)} · {t(answerLabels[attendance])}
      </p>
      <p className="free-text text-sm text-soft">{place}</p>
      {(canceled || postponed) && (
        <p className="mt-1 text-sm font-semibold text-danger">{canceled ? t('Canceled') : t('Postponed')}</p>
      )}
    </>
  )
}
