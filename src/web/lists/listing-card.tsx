import { truncate } from '../../shared/format.ts'
import { Days } from '../listings/days.tsx'
import { EventBadges } from '../listings/event-badges.tsx'
import { Picture, sizesInFrame } from '../listings/picture.tsx'
import { Placeholder } from '../listings/placeholder.tsx'
import { PostedAge } from '../listings/posted-age.tsx'
import { Price } from '../listings/price.tsx'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import type { Card } from './card.ts'

/** One, two, or three per row. */
const sizes = sizesInFrame(
  'cover',
  (scale) =>
    `(min-width:48rem) min(${scale(33)}vw,${scale(24)}rem),(min-width:36rem) ${scale(50)}vw,${scale(100)}vw`,
)

/** Looks like paper that tilts and gets a pin on hover. Its one link covers the whole card. */
export function ListingCard({ card, eager = false }: { card: Card; eager?: boolean }) {
  return (
    <article className="pinned-card group">
      <span
        className="pin-head absolute -top-2 left-1/2 z-20 -translate-x-1/2 opacity-0 transition-opacity group-hover:opacity-100"
        aria-hidden
      />
      <div className="relative aspect-[3/2] overflow-hidden rounded-t-[calc(var(--radius-lg)-1px)] bg-sunken">
        {card.image ? (
          <Picture
            url={card.image}
            placeholder={card.placeholder}
            // The title is next to it, and nothing is known about what the picture shows.
            alt=""
            sizes={sizes}
            fit="cover"
            loading={eager ? 'eager' : 'lazy'}
            className="size-full"
          />
        ) : (
          <Placeholder kind={card.kind} category={card.category} />
        )}
        {card.event && <EventBadges endDate={card.event.endDate} soldOut={card.event.soldOut} />}
      </div>
      <div className="flex flex-1 flex-col p-4">
        <h3 dir="auto" className="free-text text-base leading-snug">
          {/* Titles are truncated (specification, section 3); the link's name is the full one. */}
          <a
            href={paths.listing(card.kind, card.id)}
            aria-label={card.title}
            title={card.title}
            className="stretched-link"
          >
            {truncate(card.title)}
          </a>
        </h3>
        <p dir="auto" className="mt-0.5 truncate text-sm text-soft">
          {card.summary}
        </p>
        <div className="mt-auto space-y-1 pt-3 text-xs text-soft">
          {card.event && <Days {...card.event} />}
          <div className="flex items-end justify-between gap-3">
            <p className="flex min-w-0 gap-1.5">
              <Icon name="map-pin" className="mt-px size-4 shrink-0" />
              <span className="truncate">{card.place}</span>
            </p>
            <p className="shrink-0 font-display text-base leading-none font-bold text-accent tabular-nums">
              <Price price={card} />
            </p>
          </div>
          <PostedAge posted={card.posted} />
        </div>
      </div>
    </article>
  )
}
