import type { ReactNode } from 'react'
import type { Category } from '../../shared/contract/catalog.ts'
import { homeCategories, homeListings, homeStates } from '../../shared/limits.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import { nameOfKinds } from '../../shared/offered-kinds.ts'
import { toCardPage } from '../browse/cards/card.ts'
import { ListingCards, SkeletonGrid, useListPending } from '../browse/cards/listing-grid.tsx'
import { CategoryDisclosure } from '../browse/catalog/category-card.tsx'
import { PlaceStrips } from '../browse/catalog/place-strips.tsx'
import { emptyLast, loadTopicCounts, toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import { KindTabs } from '../browse/lists/kind-tabs.tsx'
import { NoListings } from '../browse/lists/no-listings.tsx'
import { kindOfTab, readTab } from '../browse/lists/url-params.ts'
import { SearchForm } from '../browse/suggestions/search-form.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { loadCardContext } from '../listing/site-fields.ts'
import { paths } from '../paths.ts'
import { Board } from '../site/banners/banners.tsx'
import { Head } from '../site/head/head.tsx'
import { StructuredData, websiteData } from '../site/head/structured-data.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'

export async function loader(context: LoaderContext) {
  const { api } = context
  const tab = readTab(context)
  const input = { query: { limit: homeListings } }
  const [reply, categories, locations, counts, cardContext] = await Promise.all([
    tab === 'events' ? api.listEvents(input) : api.listServices(input),
    api.listCategories({}),
    api.listLocations({}),
    loadTopicCounts(api),
    loadCardContext(context),
  ])
  const first = locations[0]
  const adsOf = ({ _id }: Category) => {
    const { services = 0, events = 0 } = counts?.get(_id) ?? {}
    return services + events
  }
  return {
    tab,
    cards: toCardPage(reply, cardContext).cards,
    categories: emptyLast(
      pickByName(
        homeCategories,
        categories.toSorted((one, other) => adsOf(other) - adsOf(one)),
      ).map((category) => toCategoryLinks(category, counts)),
    ),
    topLocation: first && {
      name: first.name,
      slug: first.slug,
      states: pickByName(homeStates, first.state).map(({ name }) => name),
    },
  }
}

/** Returns the items with these names, in their order. If there are fewer, other items follow, as an operator's catalog has its own. */
function pickByName<Item extends { name: string }>(names: readonly string[], items: readonly Item[]): Item[] {
  const named = names.flatMap((name) => items.find((item) => item.name === name) ?? [])
  return [...named, ...items.filter((item) => !named.includes(item))].slice(0, names.length)
}

export function Component() {
  const { tab, cards, categories, topLocation } = useLoaderData<typeof loader>()
  const { settings, origin } = useSite()
  return (
    <>
      <Head
        title={settings.tagline}
        description={`Find local ${nameOfKinds(settings)} on ${settings.name}. Browse by category and location, contact people directly, or post your own ad.`}
        path={paths.home()}
      />
      <StructuredData thing={websiteData(settings.name, origin)} />
      <Board search={<SearchForm size="large" />} />
      <Section title="Fresh on the board">
        <KindTabs selected={tab} to={(tab) => paths.home({ tab: tab === 'events' ? tab : undefined })}>
          <Latest cards={cards} tab={tab} />
        </KindTabs>
      </Section>
      <Section title="Top Categories">
        <ul className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {categories.map((category) => (
            <li key={category.slug}>
              <CategoryDisclosure category={category} />
            </li>
          ))}
          <li>
            <a
              href={paths.allCategories()}
              className="flex min-h-[4.375rem] items-center justify-between gap-3 rounded-lg border-2 border-dashed border-line px-5 text-sm font-semibold text-accent hover:border-accent hover:bg-accent-wash"
            >
              All categories
              <Icon name="arrow-right" className="size-5" />
            </a>
          </li>
        </ul>
      </Section>
      {topLocation && (
        <Section title="Top Location" more={{ label: 'All locations', to: paths.allLocations() }}>
          <Card className="relative overflow-clip">
            <h3 className="px-5 py-7 text-center text-2xl">
              <a href={paths.location(topLocation.slug)} className="hover:text-accent">
                {topLocation.name}
              </a>
            </h3>
            <PlaceStrips places={topLocation.states.map((name) => ({ name, to: paths.state(name) }))} />
          </Card>
        </Section>
      )}
    </>
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
          All {tab}
          <Icon name="arrow-right" className="size-4" />
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
            <Icon name="arrow-right" className="size-4 transition-transform group-hover:translate-x-0.5" />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
