import type { ReactNode } from 'react'
import { formatAgo, formatInstantDay } from '../../../shared/format.ts'
import { localName } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { useChangeObserver, useNow } from '../../framework/page-expiry.ts'
import { useSite } from '../../framework/site-context.tsx'
import { useCardText } from '../../listing/card-text.ts'
import { Days } from '../../listing/days.tsx'
import { sizesInFrame } from '../../listing/picture.tsx'
import { Price } from '../../listing/price.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ribbon } from '../../ui/ribbon.tsx'
import { rich } from '../../ui/rich.tsx'
import type { Card } from './card.ts'
import { CardPicture } from './card-picture.tsx'

/** A narrow frame beside the text on phones; two or three cards per row on wider screens. */
const sizes = sizesInFrame(
  'cover',
  (scale) =>
    `(min-width:48rem) min(${scale(33)}vw,${scale(24)}rem),(min-width:36rem) ${scale(50)}vw,${scale(12)}rem`,
)

type ListingCardProps = {
  card: Card
  eager?: boolean
  children?: ReactNode
}

/** Looks like paper that tilts and gets a pin on hover. Its one link covers the whole card, and shows the full title and the date on hover. */
export function ListingCard({ card, eager = false, children }: ListingCardProps) {
  const { cut, className } = useCardText()
  const { timeZone } = useSite().settings
  return (
    <article className={`pinned-card group ${card.stale ? 'stale-card' : ''}`}>
      <span
        className="pin-head absolute -top-2 left-1/2 z-20 -translate-x-1/2 opacity-0 transition-opacity group-hover:opacity-100"
        aria-hidden
      />
      <div className="card-picture">
        <div className="absolute inset-0">
          <CardPicture card={card} sizes={sizes} eager={eager} />
        </div>
        {card.stale && <StaleBadge />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-3 sm:p-4">
        <h3 lang={card.lang} dir="auto" className={`card-title ${className}`}>
          {/* Titles are truncated (specification, section 3); the link's name is the full one. */}
          <a
            href={paths.listing(card.kind, card.id)}
            aria-label={card.title}
            title={`${card.title}\n${t('Posted {date}', { date: formatInstantDay(card.posted, timeZone) })}`}
            className="stretched-link"
          >
            {cut(card.title)}
          </a>
        </h3>
        <p lang={card.lang} dir="auto" className={`mt-0.5 text-xs text-soft sm:text-sm ${className}`}>
          {card.summary}
        </p>
        <div className="mt-auto space-y-1 pt-1.5 text-xs text-soft sm:pt-3">
          <CardTopic card={card} />
          {card.fields && (
            <p dir="auto" className="truncate">
              {card.fields}
            </p>
          )}
          {card.event && <Days {...card.event} />}
          {card.recommendations && <CardPlace card={card} />}
          <div className="flex flex-wrap items-end justify-between gap-x-2 gap-y-1.5">
            {card.recommendations ? (
              <p>
                {t('{count, plural, one {# recommendation} other {# recommendations}}', {
                  count: card.recommendations,
                })}
              </p>
            ) : (
              <CardPlace card={card} />
            )}
            <p className="card-price">
              <Price price={card} />
            </p>
          </div>
        </div>
      </div>
      {children && <div className="card-button">{children}</div>}
    </article>
  )
}

/** Explains why the card is gray. */
const StaleBadge = () => (
  <span className="absolute start-3 top-3 z-10">
    <Ribbon variant="ink">{t('Outdated?')}</Ribbon>
  </span>
)

const CardPlace = ({ card: { place, distance } }: { card: Card }) => (
  <p className="flex min-w-0 gap-1.5">
    <Icon name="map-pin" className="mt-px size-4 shrink-0" />
    <span className="truncate">{place}</span>
    {distance && <span className="shrink-0">· {distance}</span>}
  </p>
)

/** The subcategory, and how long ago the ad was posted. */
function CardTopic({ card: { subcategory, posted } }: { card: Card }) {
  const { timeZone } = useSite().settings
  const now = useNow()
  useChangeObserver()?.age(posted)
  return (
    <div className="flex gap-x-1.5">
      {subcategory && (
        <>
          <p className="truncate">{localName(subcategory)}</p>
          <span aria-hidden>·</span>
        </>
      )}
      <p className="shrink-0">
        {rich(
          '<label>Posted</label> <time>{ago}</time>',
          {
            label: (text) => <span className="sr-only">{text}</span>,
            time: (text) => <time dateTime={posted}>{text}</time>,
          },
          { ago: formatAgo(posted, now, timeZone) },
        )}
      </p>
    </div>
  )
}
