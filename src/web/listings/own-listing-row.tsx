import { formatInstantDay, truncate } from '../../shared/format.ts'
import { hiddenListing } from '../../shared/messages/pages.ts'
import type { OwnCard } from '../lists/card.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Days } from './days.tsx'
import { EventBadges } from './event-badges.tsx'
import { Picture, sizesInFrame } from './picture.tsx'
import { Placeholder } from './placeholder.tsx'
import { Price } from './price.tsx'

const sizes = sizesInFrame('cover', (of) => `${of(11)}rem`)

type OwnListingRowProps = { card: OwnCard; onDelete: () => void }

/** A row of the user's own list. */
export function OwnListingRow({ card, onDelete }: OwnListingRowProps) {
  const { kind, category, title, summary, image, placeholder, event } = card
  return (
    <li className="own-listing">
      <div className="relative aspect-[3/2] w-26 shrink-0 self-start overflow-hidden rounded-md bg-sunken sm:w-44">
        {image ? (
          <Picture
            url={image}
            placeholder={placeholder}
            alt=""
            sizes={sizes}
            fit="cover"
            loading="lazy"
            className="size-full"
          />
        ) : (
          <Placeholder kind={kind} category={category} />
        )}
        {event && <EventBadges endDate={event.endDate} soldOut={event.soldOut} />}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        {/* Truncated here too (specification, section 9); the accessible name is the full title. */}
        <h2 dir="auto" aria-label={title} title={title} className="free-text text-left text-lg leading-snug">
          {truncate(title)}
        </h2>
        <p dir="auto" className="truncate text-left text-sm text-soft">
          {summary}
        </p>
        <ListingMeta card={card} />
      </div>
      <RowActions card={card} onDelete={onDelete} />
    </li>
  )
}

function ListingMeta({ card }: { card: OwnCard }) {
  const { place, event, posted, hidden } = card
  const { product } = useSite()
  return (
    <div className="mt-1.5 space-y-1 text-xs text-soft">
      <p className="font-display text-base font-bold text-accent tabular-nums">
        <Price price={card} />
      </p>
      <p className="flex gap-1.5">
        <Icon name="map-pin" className="mt-px size-4 shrink-0" />
        {place}
      </p>
      {event && <Days {...event} />}
      <p>
        Posted <time dateTime={posted}>{formatInstantDay(posted, product.timeZone)}</time>
      </p>
      {hidden && (
        <p className="flex gap-1.5">
          <Icon name="eye-off" className="mt-px size-4 shrink-0 text-accent" />
          <span>
            <strong className="text-ink">Hidden</strong>
            <br />
            {hiddenListing}
          </span>
        </p>
      )}
    </div>
  )
}

/** Each action's accessible name includes the title. */
function RowActions({ card: { kind, id, title }, onDelete }: OwnListingRowProps) {
  const look = 'flex-1 px-4!'
  return (
    <div className="flex gap-2 max-md:w-full md:self-center">
      <ButtonLink
        look="secondary"
        href={paths.listing(kind, id)}
        aria-label={`View ${title}`}
        // Makes the whole row clickable.
        className={`after:absolute after:inset-0 after:rounded-lg ${look}`}
      >
        View
      </ButtonLink>
      <ButtonLink
        look="secondary"
        href={paths.editListing(kind, id)}
        aria-label={`Edit ${title}`}
        className={`relative z-10 ${look}`}
      >
        Edit
      </ButtonLink>
      <Button
        look="secondary"
        aria-label={`Delete ${title}`}
        className={`needs-script relative z-10 ${look}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  )
}
