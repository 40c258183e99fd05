import type { ListedImport } from '../../../shared/contract/imported-calendars.ts'
import { formatTime } from '../../../shared/event-times.ts'
import { formatDay } from '../../../shared/format.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type ItemProps = { event: ListedImport; onChanged: () => Promise<void> }

/** An event of an imported calendar, and what its author can do next. */
export function ImportedEventItem({ event, onChanged }: ItemProps) {
  const { id, startDate, startTime, location, repeats, listing, unknown_zone } = event
  const title = event.title || untitled
  const { api } = useBackend()
  const change = (body: { dismissed?: boolean; reviewed?: true }) => async () => {
    await api.changeImportedEvent({ params: { id }, body })
    await onChanged()
  }
  const action = paths.importedEvent(id)
  const sentence = sentenceOf(event)
  return (
    <Card className="p-5">
      <h3 className="text-base wrap-anywhere" dir="auto">
        {listing ? <TextLink href={paths.listing('event', listing)}>{title}</TextLink> : title}
      </h3>
      <p className="mt-1 text-sm text-soft">
        {[formatDay(startDate), startTime && formatTime(startTime), repeats && 'repeats']
          .filter(Boolean)
          .join(' · ')}
      </p>
      {location && <p className="mt-1 text-sm wrap-anywhere text-soft">{location}</p>}
      {unknown_zone && (
        <p className="mt-2 text-sm wrap-anywhere">
          We don’t know the time zone “{unknown_zone}”. Please check the time before you post it.
        </p>
      )}
      {sentence && <p className="mt-2 text-sm font-semibold">{sentence}</p>}
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        <MainAction event={event} />
        {(event.state === 'new' || (event.state === 'removed' && !listing)) && (
          <ActionForm action={action} name="dismiss" onSubmit={change({ dismissed: true })}>
            Dismiss
          </ActionForm>
        )}
        {event.state === 'dismissed' && (
          <ActionForm action={action} name="restore" onSubmit={change({ dismissed: false })}>
            Restore
          </ActionForm>
        )}
        {event.state === 'changed' && (
          <ActionForm action={action} name="reviewed" onSubmit={change({ reviewed: true })}>
            Keep the ad as it is
          </ActionForm>
        )}
      </div>
    </Card>
  )
}

const untitled = 'Untitled event'

/** Posting an event that does not take place makes no sense, and its ad is canceled on its own page. */
function MainAction({ event: { id, title, state, canceled, listing } }: { event: ListedImport }) {
  if (state === 'new' && !canceled)
    return (
      <ButtonLink href={paths.postEventWith(id)}>
        Review and post<span className="sr-only"> {title || untitled}</span>
      </ButtonLink>
    )
  if (!listing || state === 'posted') return null
  if (state === 'removed' || canceled)
    return (
      <ButtonLink href={paths.listing('event', listing)}>
        View your ad<span className="sr-only"> {title || untitled}</span>
      </ButtonLink>
    )
  return (
    <ButtonLink href={paths.editEventWith(listing, id)}>
      Review changes<span className="sr-only"> {title || untitled}</span>
    </ButtonLink>
  )
}

function sentenceOf({ state, canceled, listing }: ListedImport): string {
  if (state === 'removed')
    return listing ? 'No longer in your calendar. Your ad is still online.' : 'No longer in your calendar.'
  if (canceled)
    return listing ? 'Canceled in your calendar.' : 'Canceled in your calendar, so it can’t be posted.'
  return state === 'changed' ? 'Changed in your calendar since you posted it.' : ''
}
