import type { Api } from '../../shared/api-client.ts'
import { indexedSince } from '../../shared/days.ts'
import { formatEventTimes } from '../../shared/event-times.ts'
import { formatEventPlace, formatPlace } from '../../shared/format.ts'
import type {
  Event,
  EventDetails,
  Kind,
  ListedEvent,
  ListedService,
  Service,
  ServiceDetails,
} from '../../shared/listing.ts'
import { localName } from '../../shared/local-names.ts'
import { sharePictureUrl } from '../../shared/picture.ts'
import { canEditListing, isAuthor } from '../../shared/policy.ts'
import { formatPrice } from '../../shared/price.ts'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { DeferredSection, defer, LazySection } from '../framework/sections/deferred.tsx'
import { useSite } from '../framework/site-context.tsx'
import { ContactBar } from '../listing/details/contact-buttons.tsx'
import { eventTickets, eventVenue } from '../listing/details/event-parts.ts'
import { ListingSheet, type Topics, useAdReference } from '../listing/details/listing-sheet.tsx'
import { useContact } from '../listing/details/use-contact.ts'
import { useEventState } from '../listing/event-state.ts'
import { loadCardContext, loadFields, loadShownFields } from '../listing/site-fields.ts'
import { paths } from '../paths.ts'
import { Head } from '../site/head/head.tsx'
import { BreadcrumbTrail } from '../site/head/trail.tsx'
import { Icon } from '../ui/icon.tsx'

/** Below the rest of the page. */
const reportSpam = defer(async () => (await import('../listing/report-spam.tsx')).ReportSpam)
/** They work without their code. */
const shareMenu = defer(async () => (await import('../listing/details/share-menu.tsx')).ShareMenu)
const addToCalendar = defer(
  async () => (await import('../listing/details/add-to-calendar.tsx')).AddToCalendar,
)
const attendancePanel = defer(async () => (await import('../listing/attendance-panel.tsx')).AttendancePanel)
const similarListings = defer(
  async () => (await import('../browse/cards/similar-listings.tsx')).SimilarListings,
)
/** For programs, which read what the server renders. */
const listingData = defer(async () => (await import('../listing/details/structured-listing.tsx')).ListingData)
/** For events that repeat. */
const upcomingDates = defer(async () => (await import('../listing/details/upcoming-dates.tsx')).UpcomingDates)
/** For few visitors. */
const notices = () => import('../listing/details/listing-notices.tsx')
const editorNotice = defer(async () => (await notices()).EditorNotice)
const freshnessNotice = defer(async () => (await notices()).FreshnessNotice)

/** Sections of most pages. The server renders them. */
const sections = [
  shareMenu,
  addToCalendar,
  reportSpam,
  similarListings,
  listingData,
  editorNotice,
  freshnessNotice,
  eventVenue,
  eventTickets,
  attendancePanel,
]

export async function loader(context: LoaderContext, kind: Kind) {
  const { api, params, settings } = context
  const id = params.id ?? ''
  const input = { params: { id } }
  const isEvent = kind === 'event'
  const siteFields = loadFields(api)
  // The page must not fail because one of the calls for its other parts does.
  const [listing, similar, attendance, cardContext, { safetyTipFor }, { toCard }] = await Promise.all([
    loadListing(api, kind, id),
    (isEvent ? api.similarEvents(input) : api.similarServices(input)).catch(() => []),
    isEvent ? api.getAttendance(input).catch(() => null) : null,
    loadCardContext(context, siteFields),
    import('../listing/details/safety-tips.ts'),
    import('../browse/cards/card.ts'),
    ...sections.map(({ preload }) => preload()),
  ])
  const [topics, series, fields] = await Promise.all([
    loadTopics(api, listing),
    loadSeries(api, listing),
    loadShownFields(listing, settings.currency, siteFields),
  ])
  const near = similar.filter((other) => isNear(listing, other))
  const elsewhere = similar.filter((other) => !near.includes(other))
  const cardsOf = (listings: Placed[]) => listings.map((other) => toCard(other, cardContext))
  return {
    listing,
    fields,
    similar: { near: cardsOf(near), elsewhere: cardsOf(elsewhere) },
    attendance,
    tip: safetyTipFor(kind, id),
    topics,
    series,
  }
}

/** Opening a page does not ask for the contact details. */
function loadListing(api: Api, kind: Kind, id: string): Promise<ServiceDetails | EventDetails> {
  const input = { params: { id }, query: { reveal: 'false' } } as const
  return kind === 'service' ? api.getService(input) : api.getEvent(input)
}

type Placed = ListedService | ListedEvent

/** Whether both are in one state. One without a state, or online, is for people anywhere. */
const isNear = (one: Placed, other: Placed): boolean =>
  isAnywhere(one) || isAnywhere(other) || (one.country === other.country && one.state === other.state)

const isAnywhere = (listing: Placed) =>
  listing.state === null || ('attendance_mode' in listing && listing.attendance_mode === 'online')

/** Returns how an event repeats, in words, and its next dates. The page must not fail because the call does. */
async function loadSeries(api: Api, listing: Service | Event) {
  if (!('schedule' in listing) || !listing.schedule?.rule) return null
  const { schedule } = listing
  const [{ shownDates }, { describeRecurrence }] = await Promise.all([
    import('../listing/details/upcoming-dates.tsx'),
    import('../../shared/recurrence/recurrence-text.ts'),
    upcomingDates.preload(),
  ])
  const input = { params: { id: listing._id }, query: { limit: shownDates + 1 } }
  const dates = await api.listOccurrences(input).catch(() => [])
  return { repeats: describeRecurrence({ ...schedule, rule: schedule.rule ?? '' }), dates }
}

/** Listings name their category, while its page goes by slug. Without the catalog, the names are not links. */
async function loadTopics(api: Api, listing: Service | Event): Promise<Topics> {
  const category = await api.getSingleCategory({ query: { category: listing.category } }).catch(() => null)
  const subcategory = category?.subcategories.find(({ name }) => name === listing.subcategory)
  const subcategoryPath = category && subcategory && paths.subcategory(category.slug, subcategory.slug)
  return {
    category: { name: listing.category, to: category ? paths.category(category.slug) : undefined },
    subcategory: listing.subcategory ? { name: listing.subcategory, to: subcategoryPath ?? undefined } : null,
  }
}

export function Component({ kind }: { kind: Kind }) {
  const data = useLoaderData<typeof loader>()
  // Another listing is another page: it starts at its first photo, and has not been reported.
  return <ListingPage key={data.listing._id} kind={kind} {...data} />
}

type ListingPageProps = Awaited<ReturnType<typeof loader>> & { kind: Kind }

function ListingPage(props: ListingPageProps) {
  const { kind, listing, fields, similar, attendance, tip, topics, series } = props
  const { category } = topics
  const { origin } = useSite()
  const currentUser = useCurrentUser()
  const canEdit = canEditListing(currentUser, listing)
  const { ended } = useEventState(listing)
  const ad = useAdReference(listing, listing.seller.name)
  const contact = useContact(kind, listing)
  const hasSimilar = similar.near.length + similar.elsewhere.length > 0
  return (
    <article className="page-width py-6 md:py-8 print:p-0">
      <ListingHead listing={listing} />
      <BreadcrumbTrail
        crumbs={[
          { label: kind === 'event' ? t('Events') : t('Services'), to: paths.listings(kind) },
          ...(category.to ? [{ label: localName(category.name), to: category.to }] : []),
          { label: listing.title },
        ]}
      />
      {canEdit && <DeferredSection section={editorNotice} props={{ kind, listing }} />}
      {isOutOfDate(listing) && <DeferredSection section={freshnessNotice} props={{ listing }} />}
      <ListingSheet
        listing={listing}
        fields={fields}
        topics={topics}
        seller={listing.seller}
        contact={contact}
        tip={tip}
        repeats={series?.repeats ?? null}
        dates={
          series &&
          series.dates.length > 0 && (
            <LazySection section={upcomingDates} props={{ id: listing._id, dates: series.dates, canEdit }} />
          )
        }
        // Others cannot open the address of a hidden ad.
        share={
          listing.status !== 'hidden' && (
            <DeferredSection
              section={shareMenu}
              props={{
                title: listing.title,
                url: ad.url,
                printable: true,
                buttonClass: 'save-button',
                children: shareIcon,
                flyer: canEdit ? paths.listingFlyer(kind, listing._id) : undefined,
              }}
              onUse
            />
          )
        }
        plans={
          'occurrence' in listing && (
            <>
              {attendance && (
                <DeferredSection
                  section={attendancePanel}
                  props={{ event: listing, attendance }}
                  preload={currentUser !== null}
                  onUse={currentUser === null}
                />
              )}
              <LazySection section={addToCalendar} props={{ event: listing }} />
            </>
          )
        }
        // Authors would write to themselves.
        bar={!isAuthor(currentUser, listing) && !ended && <ContactBar contact={contact} ad={ad} />}
        alternatives={
          hasSimilar ? `#${similarListingsId}` : paths.listings('event', { category: listing.category })
        }
      />
      {/* On paper, the way back to the ad. */}
      <p className="mt-3 hidden text-xs break-all print:block">{origin + paths.listing(kind, listing._id)}</p>
      {!isAuthor(currentUser, listing) && (
        <div className="mt-8 border-t border-line pt-5 print:hidden">
          <DeferredSection section={reportSpam} props={{ kind, listing }} preload />
        </div>
      )}
      {hasSimilar && (
        <div id={similarListingsId}>
          <DeferredSection section={similarListings} props={{ kind, listing, ...similar }} />
        </div>
      )}
      {listing.status !== 'hidden' && (
        <DeferredSection section={listingData} props={{ listing, fields, dates: series?.dates ?? [] }} />
      )}
    </article>
  )
}

/** Whether there is something to say about it, if only to its author. */
const isOutOfDate = (listing: ServiceDetails | EventDetails) =>
  listing.freshness !== 'current' || ('renewBy' in listing && listing.renewBy !== null)

const shareIcon = <Icon name="share-2" className="size-5" />

/** Sold-out and ended events link to the similar ones. */
const similarListingsId = 'similar'

function ListingHead({ listing }: { listing: Service | Event }) {
  const { settings, today } = useSite()
  const { currency } = settings
  const event = 'startDate' in listing ? listing : null
  const facts = [
    formatPrice(listing, currency),
    event ? formatEventPlace(event) : formatPlace(listing),
    ...(event ? [formatEventTimes(event.occurrence)] : []),
  ].join(' · ')
  return (
    <Head
      title={listing.title}
      description={`${facts}. ${listing.description}`}
      path={paths.listing(event ? 'event' : 'service', listing._id)}
      picture={sharePictureUrl(listing)}
      indexable={
        listing.status !== 'hidden' &&
        listing.freshness !== 'archived' &&
        (!event || event.endDate >= indexedSince(today))
      }
    />
  )
}
