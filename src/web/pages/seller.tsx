import { readerLanguage } from '../../shared/language.ts'
import type { Kind, SellerPage } from '../../shared/listing.ts'
import { localPlace } from '../../shared/local-names.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import { t } from '../../shared/translate.ts'
import { toCardPage } from '../browse/cards/card.ts'
import { ListingGrid } from '../browse/cards/listing-grid.tsx'
import { BrowseButton } from '../browse/lists/browse-button.tsx'
import { KindTabs } from '../browse/lists/kind-tabs.tsx'
import {
  clampPage,
  displayedPage,
  kindOfTab,
  type ListingTab,
  otherTab,
  readPage,
  readTab,
} from '../browse/lists/url-params.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { Redirect } from '../framework/router/outcomes.ts'
import { useSite } from '../framework/site-context.tsx'
import { SellerFacts, unnamedSeller } from '../listing/details/seller-summary.tsx'
import { RecommendationList } from '../listing/recommendations/recommendation-list.tsx'
import { loadCardContext } from '../listing/site-fields.ts'
import { paths, recommendationsId } from '../paths.ts'
import { Head } from '../site/head/head.tsx'
import { StructuredData, type StructuredThing } from '../site/head/structured-data.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** The parameter with the page of the recommendations. */
const recommendationsPageName = 'recommendationsPage'

export async function loader(context: LoaderContext) {
  const { api, params, query, settings } = context
  const seller = await api.getSeller({ params: { id: params.id ?? '' } })
  const key = keyOf(seller)
  // The id, and handles that the person had before, lead to the current one.
  if (params.id !== key) throw new Redirect(paths.seller(key, Object.fromEntries(query)))
  const firstTab: ListingTab =
    seller.services === 0 && seller.events > 0
      ? 'events'
      : readTab({ query: new URLSearchParams(), settings })
  const tab = query.has('tab') ? readTab(context) : firstTab
  const page = readPage(query)
  const input = { query: { seller: seller.id, page: clampPage(page) } }
  const recommendationsPage = readPage(query, recommendationsPageName)
  const [reply, recommendations, cardContext] = await Promise.all([
    tab === 'events' ? api.eventsBySeller(input) : api.servicesBySeller(input),
    api.listRecommendations({ query: { seller: seller.id, page: recommendationsPage } }),
    loadCardContext(context),
  ])
  const list = toCardPage(reply, cardContext)
  const shownPage = displayedPage(page, reply)
  return { seller, firstTab, tab, page: shownPage, list, recommendations, recommendationsPage }
}

const keyOf = ({ id, handle }: Pick<SellerPage, 'id' | 'handle'>) => handle ?? id

/** What is public of a person: what they say about themselves, their ads, and what others say. */
export function Component() {
  const { seller, firstTab, tab, page, list, recommendations, recommendationsPage } =
    useLoaderData<typeof loader>()
  const { settings } = useSite()
  const { services, events } = seller
  const name = seller.name ?? t(unnamedSeller)
  const key = keyOf(seller)
  const to = (tab: ListingTab, page = 1) =>
    paths.seller(key, { tab: tab === firstTab ? undefined : tab, page })
  const other = otherTab[tab]
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={name}
        description={t(
          '{ads, plural, one {# ad} other {# ads}} and {recommendations, plural, one {# recommendation} other {# recommendations}} of {name} on {site}.',
          {
            ads: services + events,
            recommendations: seller.recommendations,
            name,
            site: settings.name,
          },
        )}
        path={paths.seller(key)}
        // Only people who chose a handle for their page want to be found.
        indexable={isIndexable(seller) && page === 1 && recommendationsPage === 1 && tab === firstTab}
      />
      <SellerHeader seller={seller} name={name} />
      <SellerActions seller={seller} name={name} kind={kindOfTab[tab]} />
      <KindTabs selected={tab} to={(tab) => to(tab)} counts={{ services, events }}>
        <ListingGrid
          list={list}
          page={page}
          to={(page) => to(tab, page)}
          empty={
            services + events === 0 ? (
              <EmptyState title={t('No ads right now')} hint={t('Their ads will appear here.')}>
                <BrowseButton all />
              </EmptyState>
            ) : (
              <EmptyState
                title={tab === 'events' ? t(emptyLists.stateEvents) : t(emptyLists.stateServices)}
                hint={
                  other === 'events'
                    ? t('But there are events to look at.')
                    : t('But there are services to look at.')
                }
              >
                <ButtonLink href={to(other)}>
                  {other === 'events' ? t('See events') : t('See services')}
                </ButtonLink>
              </EmptyState>
            )
          }
        />
      </KindTabs>
      <RecommendationList
        {...recommendations}
        page={recommendationsPage}
        to={(page) => paths.recommendations(key, { [recommendationsPageName]: page })}
      />
      {isIndexable(seller) && <SellerData seller={seller} />}
    </div>
  )
}

const isIndexable = ({ handle, services, events, recommendations }: SellerPage) =>
  handle !== null && services + events + recommendations > 0

function SellerHeader({ seller, name }: { seller: SellerPage; name: string }) {
  const { photo, bio, recommendations } = seller
  return (
    <header className="mb-8">
      <div className="flex items-center gap-4 sm:gap-5">
        <Avatar name={name} photo={photo} size="large" />
        <div className="min-w-0">
          <h1 dir="auto" className="free-text text-2xl">
            {name}
          </h1>
          <div className="mt-1">
            <SellerPageFacts seller={seller} />
          </div>
        </div>
      </div>
      {bio && (
        <p dir="auto" className="free-text mt-5 max-w-[68ch] whitespace-pre-line">
          {bio}
        </p>
      )}
      {recommendations > 0 && (
        <p className="mt-3">
          <TextLink href={`#${recommendationsId}`} className="inline-block py-1">
            {t('{count, plural, one {# recommendation} other {# recommendations}}', {
              count: recommendations,
            })}
          </TextLink>
        </p>
      )}
    </header>
  )
}

/** For the names in buttons, which only screen readers need. */
const hidden = (text: string) => <span className="sr-only">{text}</span>

/** The forms are pages of their own, so that this one loads none of them. */
function SellerActions({
  seller: { id, isOwn },
  name,
  kind,
}: {
  seller: SellerPage
  name: string
  kind: Kind
}) {
  return (
    <div className="-mt-3 mb-8 flex flex-wrap items-center gap-3 print:hidden">
      {isOwn ? (
        <ButtonLink variant="secondary" href={paths.account()}>
          <Icon name="pencil" className="size-4.5" />
          {t('Change your page')}
        </ButtonLink>
      ) : (
        <>
          <ButtonLink rel="nofollow" href={paths.saveSearch({ kind, seller: id })}>
            <Icon name="bell" className="size-4.5" />
            {rich('Follow<hidden> {name}</hidden>', { hidden }, { name })}
          </ButtonLink>
          <ButtonLink variant="secondary" href={paths.recommend(id)}>
            {rich('Recommend<hidden> {name}</hidden>', { hidden }, { name })}
          </ButtonLink>
          <ButtonLink variant="ghost" href={paths.reportSeller(id)}>
            <Icon name="flag" className="size-4.5" />
            {rich('Report<hidden> {name}</hidden>', { hidden }, { name })}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** What a seller's page says about the person, below the name. */
function SellerPageFacts({ seller }: { seller: SellerPage }) {
  const { town, repliesWithinDay } = seller
  return (
    <SellerFacts {...seller}>
      {town !== null && (
        <li className="flex items-center gap-1.5">
          <Icon name="map-pin" className="size-4 shrink-0" />
          {localPlace(town)}
        </li>
      )}
      {repliesWithinDay && (
        <li className="flex items-center gap-1.5">
          <Icon name="message-circle" className="size-4 shrink-0" />
          {t('Replies within a day')}
        </li>
      )}
    </SellerFacts>
  )
}

/** A seller as https://schema.org data: a person, without contact details, ratings, or anything that is not on the page. */
function SellerData({ seller }: { seller: SellerPage }) {
  const { origin } = useSite()
  return <StructuredData thing={sellerData(seller, origin)} />
}

function sellerData({ id, handle, name, photo, bio, town }: SellerPage, origin: string): StructuredThing {
  const url = origin + paths.seller(handle ?? id)
  return {
    '@type': 'ProfilePage',
    '@id': url,
    url,
    inLanguage: readerLanguage(),
    mainEntity: {
      '@type': 'Person',
      identifier: id,
      ...(name !== null && { name }),
      ...(photo !== null && { image: new URL(photo, origin).href }),
      ...(bio !== null && { description: bio }),
      ...(town !== null && { homeLocation: { '@type': 'Place', name: localPlace(town) } }),
    },
  }
}
