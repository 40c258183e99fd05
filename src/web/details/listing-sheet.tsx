import { formatEventDays, formatInstantDay, formatPlace } from '../../shared/format.ts'
import type { Event, Service } from '../../shared/listing.ts'
import { perTicket } from '../../shared/price.ts'
import { EventBadges } from '../listings/event-badges.tsx'
import { Price } from '../listings/price.tsx'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { PictureCarousel } from './picture-carousel.tsx'

type Topic = { name: string; to: string | undefined }
export type Topics = { category: Topic; subcategory: Topic | null }

type ListingSheetProps = { listing: Service | Event; topics: Topics }

/** A listing as others see it, on its page and in the posting form's preview. */
export function ListingSheet({ listing, topics: { category, subcategory } }: ListingSheetProps) {
  const { product } = useSite()
  const event = 'startDate' in listing ? listing : null
  const { title, images, placeholders } = listing
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-12">
      <div className="relative min-w-0">
        <PictureCarousel
          category={listing.category}
          kind={event ? 'event' : 'service'}
          title={title}
          images={images}
          placeholders={placeholders}
        />
        {event && <EventBadges endDate={event.endDate} soldOut={event.event_availability === 'soldout'} />}
      </div>
      <aside aria-label="Contact" className="order-3 min-w-0 lg:order-none lg:row-span-2">
        <div className="space-y-6 lg:sticky lg:top-22 lg:pt-2">
          <ContactPanel kind={event ? 'event' : 'service'} author={listing.author} listingId={listing._id} />
        </div>
      </aside>
      <div className="min-w-0">
        <h1 dir="auto" className="free-text text-2xl">
          {title}
        </h1>
        <Terms listing={listing} />
        <section className="mt-8 border-t border-line pt-7">
          <h2 className="text-lg">Description</h2>
          <p dir="auto" className="free-text mt-3 max-w-[68ch] whitespace-pre-line">
            {listing.description}
          </p>
        </section>
        <dl className="mt-8 grid gap-x-8 gap-y-4 border-t border-line pt-7 text-sm sm:grid-cols-3">
          <Fact name="Category">
            <TopicLink topic={category} />
          </Fact>
          {subcategory && (
            <Fact name="Subcategory">
              <TopicLink topic={subcategory} />
            </Fact>
          )}
          <Fact name="Posted">
            <time dateTime={listing.posted}>{formatInstantDay(listing.posted, product.timeZone)}</time>
          </Fact>
        </dl>
      </div>
    </div>
  )
}

/** The price, the place, and the dates. */
function Terms({ listing }: { listing: Service | Event }) {
  const event = 'startDate' in listing ? listing : null
  return (
    <>
      <p className="mt-3 text-xl font-bold text-ink tabular-nums">
        {event && <span className="sr-only">Ticket price: </span>}
        <Price price={listing} otherwise={event ? perTicket : undefined} />
      </p>
      <ul className="mt-4 space-y-2">
        <li className="flex gap-2.5">
          <Icon name="map-pin" className="mt-1 size-5 shrink-0 text-accent" />
          {formatPlace(listing)}
        </li>
        {event && (
          <li className="flex gap-2.5">
            <Icon name="calendar-days" className="mt-1 size-5 shrink-0 text-accent" />
            {formatEventDays(event.startDate, event.endDate)}
          </li>
        )}
      </ul>
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd className="mt-1 font-semibold">{children}</dd>
    </div>
  )
}

function TopicLink({ topic }: { topic: Topic }) {
  return topic.to ? <TextLink href={topic.to}>{topic.name}</TextLink> : topic.name
}
