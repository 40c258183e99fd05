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

export function ImportedEventItem({ event, onChanged }: ItemProps) {
  const { id, startDate, startTime, location, repeats, listing, unknown_zone } = event
  const title = event.title || 'Untitled event'
  const { api } = useBackend()
  const nextStep = nextStepOf(event)
  const change = changeOf(event)
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
        {nextStep && (
          <ButtonLink href={nextStep.to}>
            {nextStep.label}
            <span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
        {change && (
          <ActionForm
            key={change}
            action={paths.importedEvent(id)}
            fields={{ action: change }}
            submit={changes[change].submit}
            busy={changes[change].busy}
            variant="secondary"
            onSubmit={() =>
              api.changeImportedEvent({ params: { id }, body: changes[change].body }).then(onChanged)
            }
          />
        )}
      </div>
    </Card>
  )
}

const changes = {
  dismiss: { submit: 'Dismiss', busy: 'Dismissing…', body: { dismissed: true } },
  restore: { submit: 'Restore', busy: 'Restoring…', body: { dismissed: false } },
  reviewed: { submit: 'Keep the ad as it is', busy: 'Saving…', body: { reviewed: true } },
} as const

/** Returns what the author can do with an event besides posting or editing its ad. */
function changeOf({ state, listing }: ListedImport): keyof typeof changes | null {
  if (state === 'new' || (state === 'removed' && !listing)) return 'dismiss'
  if (state === 'dismissed') return 'restore'
  return state === 'changed' ? 'reviewed' : null
}

/** Posting an event that does not take place makes no sense, and its ad is canceled on its own page. */
function nextStepOf({ id, state, canceled, listing }: ListedImport): { label: string; to: string } | null {
  if (state === 'new' && !canceled) return { label: 'Review and post', to: paths.postEventWith(id) }
  if (!listing || state === 'posted') return null
  return state === 'removed' || canceled
    ? { label: 'View your ad', to: paths.listing('event', listing) }
    : { label: 'Review changes', to: paths.editEventWith(listing, id) }
}

function sentenceOf({ state, canceled, listing }: ListedImport): string {
  if (state === 'removed')
    return listing ? 'No longer in your calendar. Your ad is still online.' : 'No longer in your calendar.'
  if (canceled)
    return listing ? 'Canceled in your calendar.' : 'Canceled in your calendar, so it can’t be posted.'
  return state === 'changed' ? 'Changed in your calendar since you posted it.' : ''
}
