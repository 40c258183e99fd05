import { type ContactVisibility, contactVisibilityOf } from '../../shared/contact-visibility.ts'
import type { EditableListing, Kind } from '../../shared/listing.ts'
import { type ListingField, visibleValues, visitor } from '../../shared/listing-fields/field.ts'
import { cardLine, formatContextOf, shownFields } from '../../shared/listing-fields/format.ts'
import { describeRecurrence } from '../../shared/recurrence/recurrence-text.ts'
import { t } from '../../shared/translate.ts'
import { toCard } from '../browse/cards/card.ts'
import { ListingCard } from '../browse/cards/listing-card.tsx'
import { useCurrentUser } from '../framework/api-context.ts'
import { useNow } from '../framework/page-expiry.ts'
import { useSite } from '../framework/site-context.tsx'
import { ListingSheet } from '../listing/details/listing-sheet.tsx'
import { safetyTipFor } from '../listing/details/safety-tips.ts'
import type { ShownSeller } from '../listing/details/seller-summary.tsx'
import type { Contact } from '../listing/details/use-contact.ts'
import { Button } from '../ui/button.tsx'
import { WideDialog } from '../ui/forms/dialog.tsx'
import type { FieldPicture } from './picture-queue.ts'
import { previewedEvent } from './previewed-event.ts'
import { toSchedule } from './schedule-values.ts'
import { type ListingValues, toBody } from './values.ts'

export type PreviewProps = {
  kind: Kind
  values: ListingValues
  /** The site's own fields that the listing has. */
  fields: readonly ListingField[]
  pictures: readonly FieldPicture[]
  email: string
  submit: string
  onSubmit: () => void
  onClose: () => void
}

/** Shows the card and the page as visitors would see them. Loaded on first use. */
export function Preview({ submit, onSubmit, onClose, ...content }: PreviewProps) {
  const { today, settings } = useSite()
  const listing = toListing(content, { today, now: useNow() })
  const { fields } = content
  const format = formatContextOf(listing, settings.currency)
  const cardContext = { ...settings, lineOf: () => cardLine(fields, listing.fields, format) }
  const topics = {
    category: { name: listing.category || t('No category yet'), to: undefined },
    subcategory: listing.subcategory ? { name: listing.subcategory, to: undefined } : null,
  }
  return (
    <WideDialog
      title={t('Preview')}
      close={t('Back to the form')}
      onClose={onClose}
      full
      footer={
        <div className="flex justify-end">
          <Button className="max-sm:w-full sm:min-w-48" onClick={onSubmit}>
            {submit}
          </Button>
        </div>
      }
    >
      {/* Links are visible but inactive: following one would leave the form. */}
      <div
        className="page-width py-6"
        onClickCapture={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
        }}
      >
        <h3 className="text-sm font-semibold text-soft">{t('In search results')}</h3>
        <div className="mt-3 max-w-84">
          <ListingCard card={toCard(listing, cardContext)} eager />
        </div>
        <h3 className="mt-10 mb-4 border-t border-line pt-6 text-sm font-semibold text-soft">
          {t('Full ad')}
        </h3>
        <ListingSheet
          listing={listing}
          fields={shownFields(fields, listing.fields, 'details', format)}
          topics={topics}
          tip={safetyTipFor(content.kind, listing._id)}
          seller={useOwnSummary(content.email)}
          contact={previewedContact(listing, settings.contactVisibility)}
          repeats={repeatsOf(listing)}
        />
      </div>
    </WideDialog>
  )
}

const repeatsOf = (listing: EditableListing): string | null =>
  'schedule' in listing && listing.schedule?.rule
    ? describeRecurrence({ ...listing.schedule, rule: listing.schedule.rule })
    : null

/** Returns the contact details as they look once someone has requested them. */
function previewedContact(listing: EditableListing, site: ContactVisibility): Contact {
  const isShown = contactVisibilityOf(site, listing) !== 'messages'
  const note = isShown ? null : t('People write to you on this site. They don’t see your contact info.')
  return { author: isShown ? listing.author : null, request: null, justShown: false, note }
}

/** Returns what visitors see of the user, or null if the user is an admin who edits someone else's listing. */
function useOwnSummary(authorEmail: string): ShownSeller | null {
  const currentUser = useCurrentUser()
  if (currentUser?.email !== authorEmail) return null
  const { name, photo } = currentUser
  return { id: '', handle: null, name, photo, since: null, verified: true, recommendations: 0, ads: 0 }
}

/** Returns the listing that submitting the form now would create, with placeholders for missing values. */
function toListing(
  { kind, values, pictures, email, fields }: Omit<PreviewProps, 'submit' | 'onSubmit' | 'onClose'>,
  { today, now }: { today: string; now: string },
): EditableListing {
  const images = pictures.flatMap(visibleAddress)
  const { author, title, description, ...body } = toBody({ kind, values, images, fields })
  const service = {
    ...body,
    _id: '',
    title: title.trim() || t('Untitled'),
    description: description.trim(),
    price: body.price ?? 0,
    fields: visibleValues(fields, body.fields, visitor),
    placeholders: [],
    posted: now,
    status: 'active' as const,
    freshness: 'current' as const,
    renewBy: null,
    publishAt: null,
    version: 0,
    recommendations: 0,
    author: { ...author, email },
  }
  if (kind === 'service') return service
  const { event_availability } = values
  return {
    ...service,
    ...toEventDates(values, today),
    event_availability: event_availability === 'soldout' ? 'soldout' : 'available',
    canceled: false,
    postponed: false,
    ...previewedEvent(values),
  } satisfies EditableListing
}

/** The exact instants do not matter: a new event is neither over nor on now. */
const distantInstant = '2199-01-01T00:00:00.000Z'

function toEventDates(values: ListingValues, today: string) {
  const startDate = values.startDate || today
  const endDate = values.endDate || startDate
  const schedule = toSchedule(values)
  const { startTime = null, endTime = null, doorsTime = null } = schedule ?? {}
  const times = { startDate, endDate, startTime, endTime, doorsTime }
  return {
    startDate,
    endDate,
    rule: schedule?.rule ?? null,
    schedule: schedule && { ...schedule, ...times },
    // With the visitor's own time zone, the preview names none.
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    occurrence: {
      ...times,
      scheduled: startDate,
      startsAt: distantInstant,
      endsAt: distantInstant,
      canceled: false,
      postponed: false,
    },
  }
}

/** Uses the local file of a picture that is still uploading. */
function visibleAddress({ previewUrl, state }: FieldPicture): string[] {
  if (state.status === 'failed') return []
  if (state.status === 'ready') return [state.address]
  return previewUrl ? [previewUrl] : []
}
