import type { ReactNode } from 'react'
import type { Category, Location } from '../../shared/contract/catalog.ts'
import type { CallReply } from '../../shared/contract.ts'
import { homeListings, homeWeekendEvents } from '../../shared/limits.ts'
import { localName } from '../../shared/local-names.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import { isOffered, offeredKinds } from '../../shared/offered-kinds.ts'
import { homeCategories, homeStates } from '../../shared/settings/default-values.ts'
import type { HomeSection } from '../../shared/settings/table.ts'
import { t } from '../../shared/translate.ts'
import { toCardPage } from '../browse/cards/card.ts'
import { ListingCards, SkeletonGrid, useListPending } from '../browse/cards/listing-grid.tsx'
import { CategoryDisclosure } from '../browse/catalog/category-card.tsx'
import { PlaceStrips } from '../browse/catalog/place-strips.tsx'
import { emptyLast, loadTopicCounts, toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import { KindTabs } from '../browse/lists/kind-tabs.tsx'
import { NoListings } from '../browse/lists/no-listings.tsx'
import { kindOfTab, readTab } from '../browse/lists/url-params.ts'
import { PlaceControl } from '../browse/place/place-control.tsx'
import { SearchForm } from '../browse/suggestions/search-form.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { loadCardContext } from '../listing/site-fields.ts'
import { paths } from '../paths.ts'
import { Board } from '../site/banners/banners.tsx'
import { Head } from '../site/head/head.tsx'
import { StructuredData, websiteData } from '../site/head/structured-data.tsx'
import { TextParts } from '../site/texts/text-parts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'

export async function loader(context: LoaderContext) {
  const { api } = context
  const tab = readTab(context)
  const input = { query: { limit: homeListings } }
  const homePage = api.getHomePage({})
  const [chosen, reply, weekend, categories, locations, counts, cardContext, notice] = await Promise.all([
    homePage,
    tab === 'events' ? api.listEvents(input) : api.listServices(input),
    loadWeekend(context, homePage),
    api.listCategories({}),
    api.listPlaces({ query: {} }),
    loadTopicCounts(api),
    loadCardContext(context),
    api.getTextPage({ params: { address: 'front-page-notice' } }),
  ])
  const adsOf = ({ _id }: Category) => {
    const { services = 0, events = 0 } = counts?.get(_id) ?? {}
    return services + events
  }
  const byAds = categories.toSorted((one, other) => adsOf(other) - adsOf(one))
  const regions = chosen.regions.length > 0 ? chosen.regions : await mostUsedRegions(context)
  return {
    sections: chosen.sections,
    banners: chosen.banners,
    tab,
    notice: notice.lead,
    cards: toCardPage(reply, cardContext).cards,
    weekend: weekend ? toCardPage(weekend, cardContext).cards : [],
    categories: emptyLast(
      pickByName(chosen.categories, byAds, homeCategories.length).map((category) =>
        toCategoryLinks(category, counts),
      ),
    ),
    places: topPlaces(regions, locations),
  }
}

/** Returns the events of this weekend, or of what is left of it. The page is complete without them, and without the block keeps for longer. */
async function loadWeekend({ api, settings }: LoaderContext, homePage: Promise<CallReply<'getHomePage'>>) {
  const { sections } = await homePage
  if (!sections.includes('weekend') || !isOffered(settings, 'event')) return null
  const query = { when: 'weekend', hide_ended: 'true', limit: homeWeekendEvents } as const
  return api.filterEvents({ query }).catch(() => null)
}

/** Returns the items with these names, in their order. If there are fewer, other items follow, as an operator's catalog has its own. */
function pickByName<Item extends { name: string }>(
  names: readonly string[],
  items: readonly Item[],
  count: number,
): Item[] {
  const named = names.flatMap((name) => items.find((item) => item.name === name) ?? [])
  const rest = items.filter((item) => !named.includes(item))
  return [...named, ...rest].slice(0, names.length || count)
}

/** Returns the names of the states with the most ads, the most first. */
async function mostUsedRegions({ api, settings }: LoaderContext): Promise<string[]> {
  const query = { limit: 1 }
  const replies = await Promise.all(
    offeredKinds(settings).map((kind) =>
      kind === 'event' ? api.filterEvents({ query }) : api.filterServices({ query }),
    ),
  ).catch(() => [])
  const ads = new Map<string, number>()
  for (const { name, count } of replies.flatMap(({ facets }) => facets?.states ?? []))
    ads.set(name, (ads.get(name) ?? 0) + count)
  return [...ads]
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
    .slice(0, homeStates.length)
}

/** Returns the countries of these states with them. Of a single country, others follow if there are fewer. */
function topPlaces(names: readonly string[], locations: readonly Location[]) {
  const chosen = locations.filter(({ state }) => state.some(({ name }) => names.includes(name)))
  const countries = chosen.length > 0 ? chosen : locations.slice(0, 1)
  return countries.map(({ name, slug, state }) => {
    const own = countries.length > 1 ? state.filter(({ name }) => names.includes(name)) : state
    const states = pickByName(names, own, homeStates.length)
    return { name, slug, states: states.map(({ name }) => name) }
  })
}

export function Component() {
  const { sections, banners, notice } = useLoaderData<typeof loader>()
  const { settings, origin } = useSite()
  return (
    <>
      <Head
        title={settings.tagline}
        description={t(
          'Find local {kinds, select, services {services} events {events} other {services and events}} on {site}. Browse by category and location, contact people directly, or post your own ad.',
          { kinds: settings.kinds, site: settings.name },
        )}
        path={paths.home()}
      />
      <StructuredData thing={websiteData(settings.name, origin)} />
      <Board
        search={
          <>
            <SearchForm size="large" />
            <div className="mt-3 max-sm:hidden">
              <PlaceControl where="hero" />
            </div>
          </>
        }
        banners={banners}
      />
      {/* On phones, the corkboard has no room for it. */}
      <div className="page-width pt-3 sm:hidden">
        <PlaceControl where="hero" />
      </div>
      {notice.length > 0 && (
        <div className="page-width pt-8">
          <Card className="px-5 py-4 sm:px-6">
            <TextParts parts={notice} className="space-y-2" />
          </Card>
        </div>
      )}
      {sections.map((section) => {
        const Part = parts[section]
        return <Part key={section} />
      })}
    </>
  )
}

const parts: Record<HomeSection, () => ReactNode> = {
  ads: FreshAds,
  weekend: ThisWeekend,
  categories: TopCategories,
  regions: TopPlaces,
}

function FreshAds() {
  const { tab, cards } = useLoaderData<typeof loader>()
  return (
    <Section title={t('Fresh on the board')}>
      <KindTabs selected={tab} to={(tab) => paths.home({ tab: tab === 'events' ? tab : undefined })}>
        <Latest cards={cards} tab={tab} />
      </KindTabs>
    </Section>
  )
}

/** Nothing without events on these days. */
function ThisWeekend() {
  const { weekend } = useLoaderData<typeof loader>()
  if (weekend.length === 0) return null
  return (
    <Section
      title={t('This weekend')}
      more={{ label: t('All events this weekend'), to: paths.listings('event', { when: 'weekend' }) }}
    >
      <ListingCards cards={weekend} />
    </Section>
  )
}

function TopCategories() {
  const { categories } = useLoaderData<typeof loader>()
  return (
    <Section title={t('Top Categories')}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {categories.map((category) => (
          <li key={category.slug} className="flex *:flex-1">
            <CategoryDisclosure category={category} />
          </li>
        ))}
        <li>
          <a
            href={paths.allCategories()}
            className="flex h-full min-h-[4.375rem] items-center justify-between gap-3 rounded-lg border-2 border-dashed border-line px-5 text-sm font-semibold text-accent hover:border-accent hover:bg-accent-wash"
          >
            {t('All categories')}
            <Icon name="arrow-right" className="size-5 rtl:-scale-x-100" />
          </a>
        </li>
      </ul>
    </Section>
  )
}

function TopPlaces() {
  const { places } = useLoaderData<typeof loader>()
  if (places.length === 0) return null
  return (
    <Section
      title={places.length > 1 ? t('Top Locations') : t('Top Location')}
      more={{ label: t('All locations'), to: paths.allLocations() }}
    >
      <div className="space-y-5">
        {places.map(({ name, slug, states }) => (
          <Card key={slug} className="relative overflow-clip">
            <h3 className="px-5 py-7 text-center text-2xl">
              <a href={paths.location(slug)} className="hover:text-accent">
                {localName(name)}
              </a>
            </h3>
            <PlaceStrips places={states.map((state) => ({ name: state, to: paths.state(state) }))} />
          </Card>
        ))}
      </div>
    </Section>
  )
}

function Latest({ cards, tab }: Pick<Awaited<ReturnType<typeof loader>>, 'cards' | 'tab'>) {
  const kind = kindOfTab[tab]
  const pending = useListPending()
  if (pending) return <SkeletonGrid count={Math.max(cards.length, 3)} />
  if (cards.length === 0) {
    const message = tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices
    return <NoListings kind={kind} message={message} />
  }
  return (
    <>
      <ListingCards cards={cards} />
      <div className="mt-8 flex justify-center">
        <ButtonLink variant="secondary" href={paths.listings(kind)}>
          {tab === 'events' ? t('All events') : t('All services')}
          <Icon name="arrow-right" className="size-4 rtl:-scale-x-100" />
        </ButtonLink>
      </div>
    </>
  )
}

type SectionProps = { title: string; more?: { label: string; to: string }; children: ReactNode }

function Section({ title, more, children }: SectionProps) {
  return (
    <section className="page-width pt-12 last:pb-16 md:pt-16">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-2xl">{title}</h2>
        {more && (
          <a
            href={more.to}
            className="group inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-accent hover:underline"
          >
            {more.label}
            <Icon
              name="arrow-right"
              className="size-4 transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100 rtl:group-hover:-translate-x-0.5"
            />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
