import { type ReactNode, useId } from 'react'
import { langOf } from '../../../shared/ad-languages.ts'
import { formatInstantDay } from '../../../shared/format.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import type { ShownField } from '../../../shared/listing-fields/format.ts'
import { localName } from '../../../shared/local-names.ts'
import { isAuthor } from '../../../shared/policy.ts'
import { msg, t } from '../../../shared/translate.ts'
import { useCurrentUser } from '../../framework/api-context.ts'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { EventBadges } from '../event-badges.tsx'
import { endOf, useEventState } from '../event-state.ts'
import { SaveButton } from '../saved/save-button.tsx'
import { linkRel } from './contact-buttons.tsx'
import type { ContactReference } from './contact-links.ts'
import { ContactPanel } from './contact-panel.tsx'
import { eventTickets, hasTickets } from './event-parts.ts'
import { LinkedText } from './linked-text.tsx'
import { ListingTerms } from './listing-terms.tsx'
import { PictureCarousel } from './picture-carousel.tsx'
import type { SafetyTip } from './safety-tips.ts'
import { SellerSummary, type ShownSeller } from './seller-summary.tsx'
import { Location } from './town-map.tsx'
import type { Contact } from './use-contact.ts'

type Topic = { name: string; to: string | undefined }
export type Topics = { category: Topic; subcategory: Topic | null }

type ListingSheetProps = {
  listing: Service | Event
  /** What the viewer may see of the site's own fields. */
  fields: ShownField[]
  topics: Topics
  /** The person who posted it; null in the preview of someone else's listing. */
  seller: ShownSeller | null
  contact: Contact
  /** Shown with the contact details. */
  tip: SafetyTip
  /** Where to look instead of at an event that is over or sold out. */
  alternatives?: string | null
  /** How an event repeats, in words. */
  repeats?: string | null
  /** Shares the page. */
  share?: ReactNode
  /** The next dates of a series. */
  dates?: ReactNode
  /** Who goes to an event, and how to add it to a calendar. */
  plans?: ReactNode
  /** Buttons that stay in view on phones while the text is read. */
  bar?: ReactNode
}

/**
 * A listing as others see it, on its page and in the posting form's preview. On wide screens, what one needs to go to an event, the person,
 * and their contact details are in a second column. The order is that of phones, in which Tab reaches everything.
 */
export function ListingSheet(props: ListingSheetProps) {
  const { listing, fields, topics, seller, contact, tip, alternatives = null, repeats = null } = props
  const state = useEventState(listing)
  const { ended } = state
  const isOwn = isAuthor(useCurrentUser(), listing)
  const event = 'startDate' in listing ? listing : null
  const { title, images, placeholders } = listing
  const terms = <ListingTerms listing={listing} alternatives={alternatives} repeats={repeats} />
  return (
    <div className="ad-sheet">
      <div className="relative min-w-0">
        <PictureCarousel
          category={listing.category}
          kind={event ? 'event' : 'service'}
          title={title}
          images={images}
          placeholders={placeholders}
        />
        {event && <EventBadges {...state} {...endOf(event)} />}
      </div>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-3">
          <h1 lang={langOf(listing)} dir="auto" className="free-text min-w-0 text-2xl">
            {title}
          </h1>
          <div className="-mt-1 flex shrink-0 gap-2">
            {props.share}
            {/* Not in the preview of a new ad, which has no id. */}
            {listing._id !== '' && !isOwn && <SaveButton id={listing._id} title={title} />}
          </div>
        </div>
        {!event && terms}
      </div>
      {event && (
        <Card className="ad-plan min-w-0 p-6 pt-3 lg:mt-2">
          <section aria-label={t('When and where')}>
            {terms}
            {hasTickets(event) && <LazySection section={eventTickets} props={{ event }} />}
            {props.dates}
            {props.plans}
          </section>
        </Card>
      )}
      <div className="ad-text min-w-0">
        <section className="border-t border-line pt-7 print:pt-3">
          <h2 className="text-lg">{t('Description')}</h2>
          <p
            lang={langOf(listing)}
            dir="auto"
            className="free-text mt-3 max-w-[68ch] whitespace-pre-line print:mt-1 print:max-w-none print:text-sm"
          >
            <LinkedText text={listing.description} />
          </p>
        </section>
        {fields.length > 0 && <OwnFacts fields={fields} />}
        <Facts listing={listing} topics={topics} />
        <Location listing={listing} />
        {props.bar}
      </div>
      <aside aria-label={ended ? t('Poster') : t('Contact')} className="min-w-0">
        {/* Nobody needs to write about an event that is over. */}
        <Poster listing={listing} seller={seller} contact={contact} tip={tip} canContact={!ended} />
      </aside>
    </div>
  )
}

type PosterProps = Pick<ListingSheetProps, 'listing' | 'seller' | 'contact' | 'tip'> & { canContact: boolean }

/** The person, and how to reach them. */
function Poster({ listing, seller, contact, tip, canContact }: PosterProps) {
  const ad = useAdReference(listing, seller?.name ?? null)
  return (
    <Card className="relative p-6 pt-8 lg:sticky lg:top-22 lg:mt-2 ad-poster">
      <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2 print:hidden" aria-hidden />
      {seller && <SellerSummary seller={seller} pageKey={pageKeyOf(listing, seller)} />}
      {canContact && (
        <div className={seller ? 'mt-5 border-t border-line pt-5' : ''}>
          <ContactPanel contact={contact} ad={ad} tip={tip} />
        </div>
      )}
    </Card>
  )
}

/** Returns the seller's id or handle, if they have a page: the author of a hidden ad may not, and a preview has no id. */
const pageKeyOf = ({ status }: Service | Event, { id, handle }: ShownSeller) =>
  id === '' || status === 'hidden' ? undefined : (handle ?? id)

/** Returns what an email about this ad refers to. */
export function useAdReference(listing: Service | Event, sellerName: string | null): ContactReference {
  const { origin, settings } = useSite()
  const currentUser = useCurrentUser()
  const kind = 'startDate' in listing ? 'event' : 'service'
  return {
    title: listing.title,
    url: origin + paths.listing(kind, listing._id),
    site: settings.name,
    sellerName,
    messageForm:
      listing._id === '' || isAuthor(currentUser, listing) ? null : paths.messageAuthor(kind, listing._id),
  }
}

/** What the ad says in the site's own fields. */
function OwnFacts({ fields }: { fields: ShownField[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line pt-7 print:mt-3 print:pt-3">
      <h2 id={id} className="text-lg">
        {t('Details')}
      </h2>
      <dl className={`mt-3 ${factsClass}`}>
        {fields.map(({ key, label, text, href, audience }) => (
          <Fact
            key={key}
            name={[label, noteOf(audience)].filter(Boolean).join(' ')}
            isLong={text.length > maxColumnLength && !href}
          >
            {href ? (
              <TextLink href={href} rel={linkRel}>
                <Breakable address={text} />
              </TextLink>
            ) : (
              <LinkedText text={text} />
            )}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/** Longer texts take a line of their own. */
const maxColumnLength = 80
const audienceNotes = {
  everyone: null,
  'signed-in': msg('(signed-in users only)'),
  author: msg('(author and admins only)'),
}

const noteOf = (audience: ShownField['audience']) => {
  const note = audienceNotes[audience]
  return note && t(note)
}

const factsClass = 'grid gap-x-8 gap-y-4 text-sm sm:grid-cols-3 print:grid-cols-3'

function Facts({ listing, topics: { category, subcategory } }: { listing: Service | Event; topics: Topics }) {
  const { settings } = useSite()
  return (
    <dl className={`mt-8 border-t border-line pt-7 print:mt-3 print:pt-3 ${factsClass}`}>
      <TopicFact name={t('Category')} topic={category} />
      {subcategory && <TopicFact name={t('Subcategory')} topic={subcategory} />}
      <Fact name={t('Posted')}>
        <time dateTime={listing.posted}>{formatInstantDay(listing.posted, settings.timeZone)}</time>
      </Fact>
    </dl>
  )
}

function Fact({ name, isLong, children }: { name: string; isLong?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${isLong ? 'max-w-[68ch] sm:col-span-full' : ''}`}>
      <dt dir="auto" className="free-text text-soft">
        {name}
      </dt>
      <dd
        dir="auto"
        className={`free-text mt-1 whitespace-pre-line ${isLong ? 'text-base' : 'font-semibold'}`}
      >
        {children}
      </dd>
    </div>
  )
}

const TopicFact = ({ name, topic }: { name: string; topic: Topic }) => (
  <Fact name={name}>
    {topic.to ? <TextLink href={topic.to}>{localName(topic.name)}</TextLink> : localName(topic.name)}
  </Fact>
)
