/** The events that someone is interested in or going to. */
import type { AttendedEvent } from '../../shared/contract/attendance.ts'
import { formatEventTimes } from '../../shared/event-times.ts'
import { formatTown } from '../../shared/format.ts'
import { loadFailures } from '../../shared/messages/pages.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { PageTitle } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { NoIndex } from '../site/head/head.tsx'
import { PageError } from '../site/layout/page-error.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextLink } from '../ui/text-link.tsx'

export const loader = ({ api }: AuthedLoaderContext) => api.listAttended({})

export function Component() {
  const { events } = useLoaderData<typeof loader>()
  return (
    <div className="page-width py-8 md:py-12">
      <PageTitle>Events you’re going to</PageTitle>
      <NoIndex />
      <div className="mx-auto max-w-3xl">
        <PageHeading title="Events you’re going to" />
        <p className="mb-6 text-soft">
          Want an email the day before? <TextLink href={paths.account('emails')}>Choose your emails</TextLink>
        </p>
        {events.length === 0 ? (
          <EmptyState title="No events yet" hint="On the page of an event, choose “Going” or “Interested”.">
            <ButtonLink href={paths.allEvents()}>Browse events</ButtonLink>
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
      </div>
    </div>
  )
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
        {formatEventTimes(event)} · {attendance === 'going' ? 'Going' : 'Interested'}
      </p>
      <p className="free-text text-sm text-soft">{place}</p>
      {(canceled || postponed) && (
        <p className="mt-1 text-sm font-semibold text-danger">{canceled ? 'Canceled' : 'Postponed'}</p>
      )}
    </>
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.events} />
