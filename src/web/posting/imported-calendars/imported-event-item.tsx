import type { ListedImport } from '../../../shared/contract/imported-calendars.ts'
import { formatTime } from '../../../shared/event-times.ts'
import { formatDay } from '../../../shared/format.ts'
import { msg, t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type ItemProps = { event: ListedImport; onChanged: () => Promise<void> }

export function ImportedEventItem({ event, onChanged }: ItemProps) {
  const { id, startDate, startTime, location, repeats, listing, unknown_zone } = event
  const title = event.title || t('Untitled event')
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
        {[formatDay(startDate), startTime && formatTime(startTime), repeats && t('repeats')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {location && <p className="mt-1 text-sm wrap-anywhere text-soft">{location}</p>}
      {unknown_zone && (
        <p className="mt-2 text-sm wrap-anywhere">
          {t('We don’t know the time zone “{zone}”. Please check the time before you post it.', {
            zone: unknown_zone,
          })}
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
            submit={t(changes[change].submit)}
            busy={t(changes[change].busy)}
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
  dismiss: { submit: msg('Dismiss'), busy: msg('Dismissing…'), body: { dismissed: true } },
  restore: { submit: msg('Restore'), busy: msg('Restoring…'), body: { dismissed: false } },
  reviewed: { submit: msg('Keep the ad as it is'), busy: msg('Saving…'), body: { reviewed: true } },
} as const

/** Returns what the author can do with an event besides posting or editing its ad. */
function changeOf({ state, listing }: ListedImport): keyof typeof changes | null {
  if (state === 'new' || (state === 'removed' && !listing)) return 'dismiss'
  if (state === 'dismissed') return 'restore'
  return state === 'changed' ? 'reviewed' : null
}

/** Posting an event that does not take place makes no sense, and its ad is canceled on its own page. */
function nextStepOf({ id, state, canceled, listing }: ListedImport): { label: string; to: string } | null {
  if (state === 'new' && !canceled) return { label: t('Review and post'), to: paths.postEventWith(id) }
  if (!listing || state === 'posted') return null
  return state === 'removed' || canceled
    ? { label: t('View your ad'), to: paths.listing('event', listing) }
    : { label: t('Review changes'), to: paths.editEventWith(listing, id) }
}

function sentenceOf({ state, canceled, listing }: ListedImport): string {
  if (state === 'removed')
    return listing
      ? t('No longer in your calendar. Your ad is still online.')
      : t('No longer in your calendar.')
  if (canceled)
    return listing ? t('Canceled in your calendar.') : t('Canceled in your calendar, so it can’t be posted.')
  return state === 'changed' ? t('Changed in your calendar since you posted it.') : ''
}
