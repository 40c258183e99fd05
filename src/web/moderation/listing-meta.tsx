/** How the dashboard's lists show an ad: its title, its status, and the facts about it. */

import { formatEventTimes, formatTimeZone } from '../../shared/event-times.ts'
import { formatInstant, formatInstantDay } from '../../shared/format.ts'
import { localName } from '../../shared/local-names.ts'
import type { AdminListing } from '../../shared/moderation.ts'
import { formatPrice } from '../../shared/price.ts'
import { summarizeRecurrence } from '../../shared/recurrence-summary.ts'
import { msg, t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { useCardText } from '../listing/card-text.ts'
import { calledOff } from '../listing/event-state.ts'
import { Picture } from '../listing/picture.tsx'
import { Placeholder } from '../listing/placeholder.tsx'
import { paths } from '../paths.ts'
import { Breakable } from '../ui/breakable.tsx'
import { listingTabs } from './dashboard-url.ts'
import { Badge, SubtleLink } from './rows.tsx'

type ListingTitleProps = {
  listing: Pick<AdminListing, 'kind' | '_id' | 'title' | 'status'>
  full?: boolean
}

/** The title is truncated here too (specification, section 9), unless `full`. The accessible name is the whole title. */
export function ListingTitle({ listing: { kind, _id, title, status }, full = false }: ListingTitleProps) {
  const { cut, className } = useCardText()
  const truncated = full ? (
    <bdi className="free-text">{title}</bdi>
  ) : (
    <bdi className={className}>{cut(title)}</bdi>
  )
  // A deleted ad has no page to link to.
  if (status === 'deleted') {
    return (
      <span title={title}>
        <span aria-hidden>{truncated}</span>
        <span className="sr-only">{title}</span>
      </span>
    )
  }
  return (
    <a
      href={paths.listing(kind, _id)}
      aria-label={title}
      title={title}
      className="inline-flex min-h-6 items-center hover:underline"
    >
      {truncated}
    </a>
  )
}

type ThumbnailProps = {
  listing: Pick<AdminListing, 'kind' | 'category' | 'images'> & {
    placeholders?: string[]
    placeholder?: string
  }
}

export function Thumbnail({ listing }: ThumbnailProps) {
  const { kind, category, images, placeholders, placeholder = placeholders?.[0] ?? '' } = listing
  const [image] = images
  return (
    <div className="relative size-14 shrink-0 self-start overflow-hidden rounded-md bg-sunken">
      {image ? (
        <Picture
          url={image}
          placeholder={placeholder}
          alt=""
          sizes={() => '4rem'}
          fit="cover"
          loading="lazy"
          className="size-full"
        />
      ) : (
        <Placeholder kind={kind} category={category} />
      )}
    </div>
  )
}

const statusBadges = {
  active: { tone: 'success', label: msg('Live') },
  reported: { tone: 'waiting', label: msg('Reported') },
  hidden: { tone: 'error', label: msg('Hidden') },
  deleted: { tone: 'plain', label: msg('Deleted') },
} as const

export function StatusBadge({ status }: { status: keyof typeof statusBadges }) {
  const { tone, label } = statusBadges[status]
  return <Badge tone={tone}>{t(label)}</Badge>
}

type ListingMetaProps = { listing: Omit<AdminListing, 'description' | 'placeholders'> }

export function ListingMeta({ listing }: ListingMetaProps) {
  const { settings } = useSite()
  const { kind, category, city, state, country, posted, authorEmail } = listing
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold text-ink tabular-nums">{formatPrice(listing, settings.currency)}</span>
      <When listing={listing} />
      <span>{localName(category)}</span>
      <span>{[city, localName(state ?? '')].filter(Boolean).join(', ') || localName(country)}</span>
      <span>{t('posted {day}', { day: formatInstantDay(posted, settings.timeZone) })}</span>
      <SubtleLink
        href={paths.admin({ tab: listingTabs[kind], search: authorEmail })}
        aria-label={
          kind === 'service'
            ? t('All services by {person}', { person: authorEmail })
            : t('All events by {person}', { person: authorEmail })
        }
      >
        <bdi className="free-text">
          <Breakable address={authorEmail} />
        </bdi>
      </SubtleLink>
    </p>
  )
}

/** The current or next date of an event, how it repeats, and whether it takes place. Nothing for a service. */
function When({ listing }: ListingMetaProps) {
  const { settings } = useSite()
  const { occurrence, time_zone: timeZone, rule, dates, canceled = false, postponed = false } = listing
  if (!occurrence || !timeZone) return null
  const [here, there] = [settings.timeZone, timeZone].map((zone) => formatInstant(occurrence.startsAt, zone))
  const isElsewhere = occurrence.startTime !== null && here !== there
  const state = calledOff({ canceled, postponed, occurrence })
  return (
    <>
      <span>
        {formatEventTimes(occurrence)}
        {isElsewhere && ` (${formatTimeZone(timeZone)})`}
      </span>
      {rule && (
        <span>
          {summarizeRecurrence(rule)}
          {dates !== null && `, ${t('{count, plural, one {# date} other {# dates}}', { count: dates })}`}
        </span>
      )}
      {state.canceled && <Badge tone="error">{t('Canceled')}</Badge>}
      {state.postponed && !state.canceled && <Badge tone="waiting">{t('Postponed')}</Badge>}
    </>
  )
}
