import { authorPaths } from '../../../shared/author-paths.ts'
import { formatInstantDay } from '../../../shared/format.ts'
import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { useCardText } from '../../listing/card-text.ts'
import { Days } from '../../listing/days.tsx'
import { formatLocalTime } from '../../listing/local-time.ts'
import { sizesInFrame } from '../../listing/picture.tsx'
import { Price } from '../../listing/price.tsx'
import { RenewForm } from '../../listing/renew-form.tsx'
import { renewalText } from '../../listing/renewal-text.ts'
import { paths } from '../../paths.ts'
import { useMayPost } from '../../site/suspended-notice.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { rich } from '../../ui/rich.tsx'
import { AdNumbers } from './ad-numbers.tsx'
import { CardPicture } from './card-picture.tsx'
import type { OwnCard } from './own-card.ts'

const sizes = sizesInFrame('cover', (of) => `${of(11)}rem`)

type OwnListingRowProps = {
  card: OwnCard
  /** The first day of its statistics. */
  since: string
  onDelete: () => void
}

/** A row of the user's own list. */
export function OwnListingRow({ card, since, onDelete }: OwnListingRowProps) {
  const { title, summary, statistics } = card
  const { cut, className } = useCardText()
  return (
    <li className="own-listing">
      <div className="self-start sm:max-md:row-span-2 xl:row-span-2">
        <div className="relative aspect-[3/2] overflow-hidden rounded-md bg-sunken">
          <CardPicture card={card} sizes={sizes} />
        </div>
        {statistics && <AdNumbers {...statistics} since={since} />}
      </div>
      <div className="min-w-0">
        {/* Truncated here too (specification, section 9); the accessible name is the full title. */}
        <h2
          dir="auto"
          aria-label={title}
          title={title}
          className={`[text-align:match-parent] text-base leading-snug sm:text-lg ${className}`}
        >
          {cut(title)}
        </h2>
        <p dir="auto" className={`[text-align:match-parent] text-sm text-soft ${className}`}>
          {summary}
        </p>
        <ListingMeta card={card} />
      </div>
      <RowActions card={card} onDelete={onDelete} />
    </li>
  )
}

function ListingMeta({ card }: { card: OwnCard }) {
  const { place, event, posted, hidden, publishAt } = card
  const { settings } = useSite()
  return (
    <div className="mt-1.5 space-y-1 text-xs text-soft">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="text-base font-bold text-ink tabular-nums">
          <Price price={card} />
        </p>
        <p className="flex gap-1.5">
          <Icon name="map-pin" className="mt-px size-4 shrink-0" />
          {place}
        </p>
      </div>
      {event && <Days {...event} />}
      {publishAt ? (
        <p>
          {rich(
            '<strong>Scheduled</strong> for {time}',
            { strong: (text) => <strong className="text-ink">{text}</strong> },
            { time: formatLocalTime(publishAt) },
          )}
        </p>
      ) : (
        <p>
          {rich(
            'Posted <time>{date}</time>',
            { time: (text) => <time dateTime={posted}>{text}</time> },
            { date: formatInstantDay(posted, settings.timeZone) },
          )}
        </p>
      )}
      <RenewalNotice card={card} />
      {hidden && !publishAt && (
        <p className="flex gap-1.5">
          <Icon name="eye-off" className="mt-px size-4 shrink-0 text-warning" />
          <span>
            <strong className="text-ink">{t('Hidden')}</strong>
            <br />
            {/* Lists do not know why. */}
            {t('Only you and our moderators can see it. Open the ad to see why.')}
          </span>
        </p>
      )}
    </div>
  )
}

/** What the author of a service should know about its place in lists, with the button that renews it. */
function RenewalNotice({ card: { id, kind, title, freshness, renewBy } }: { card: OwnCard }) {
  const mayRenew = useMayPost()
  const message = kind === 'service' ? renewalText(freshness, renewBy) : null
  if (!message) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex min-w-0 flex-1 basis-48 gap-1.5">
        <Icon name="history" className="mt-px size-4 shrink-0 text-warning" />
        <span>
          <strong className="text-ink">{message.title}</strong>
          <br />
          {message.text}
        </span>
      </p>
      {mayRenew && <RenewForm id={id} title={title} className="relative z-10" />}
    </div>
  )
}

/** Each action's accessible name includes the title. */
function RowActions({ card: { kind, id, title }, onDelete }: Omit<OwnListingRowProps, 'since'>) {
  const look = 'flex-1 px-3! sm:px-4!'
  const mayPost = useMayPost()
  return (
    <div className="flex flex-wrap gap-2 max-sm:col-span-2 sm:max-md:col-start-2 sm:self-end md:max-xl:self-center xl:col-start-2">
      <ButtonLink
        variant="secondary"
        href={paths.listing(kind, id)}
        aria-label={t('View {title}', { title })}
        // Makes the whole row clickable.
        className={`after:absolute after:inset-0 after:rounded-lg ${look}`}
      >
        {t('View')}
      </ButtonLink>
      <ButtonLink
        variant="secondary"
        href={paths.editListing(kind, id)}
        aria-label={t('Edit {title}', { title })}
        className={`relative z-10 ${look}`}
      >
        {t('Edit')}
      </ButtonLink>
      {mayPost && (
        <ButtonLink
          variant="secondary"
          href={authorPaths.copyListing(kind, id)}
          aria-label={t('Duplicate {title}', { title })}
          title={t('Duplicate')}
          className="relative z-10 px-3!"
        >
          <Icon name="copy" className="size-4.5" />
        </ButtonLink>
      )}
      <Button
        variant="danger-outline"
        aria-label={t('Delete {title}', { title })}
        className={`needs-script relative z-10 ${look}`}
        onClick={onDelete}
      >
        {t('Delete')}
      </Button>
    </div>
  )
}
