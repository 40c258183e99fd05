import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { loadTopicCounts } from '../catalog/topic-counts.ts'
import { type CategoryLinks, SubcategoryLinks, toCategoryLinks } from '../catalog/topic-links.tsx'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { normalizeFilters, placeOf, readFilters } from '../lists/filters.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { PlaceFilters } from '../lists/tab-filters.tsx'
import { type ListingTab, otherTab, readPage, readTab, tabParam } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'

export async function loader({ api, params, query, cardTextLength }: LoaderContext) {
  const [category, locations] = await Promise.all([
    api.getCategory({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listLocations({}).catch(() => []),
  ])
  const chosen = { ...readFilters(query), searchtext: '', category: category.name, subcategory: '' }
  const form = normalizeFilters(chosen, [category], locations)
  const tab = readTab(query)
  const page = readPage(query)
  const input = { query: { ...form.filters, page } }
  const [reply, counts] = await Promise.all([
    tab === 'events' ? api.filterEvents(input) : api.filterServices(input),
    loadTopicCounts(api, placeOf(form.filters)),
  ])
  return {
    category: toCategoryLinks(category, counts, tab),
    elsewhere: counts?.get(category._id)?.[otherTab[tab]],
    form,
    tab,
    page,
    list: toCardPage(reply, cardTextLength),
  }
}

export function Component() {
  const { category, elsewhere, form, tab, page, list } = useLoaderData<typeof loader>()
  const place = placeOf(form.filters)
  const to = (tab: ListingTab, query?: Query) =>
    paths.category(category.slug, { tab: tabParam(tab), ...place, ...query })
  return (
    <ListingTabsPage
      title={category.name}
      description={`${category.name} services and events near you, with prices and contact info.`}
      path={to(tab, { page })}
      indexable={!place.country && list.cards.length > 0}
      crumbs={[{ label: 'Categories', to: paths.allCategories() }, { label: category.name }]}
      tab={tab}
      toTab={(tab) => to(tab)}
      list={list}
      page={page}
      toPage={(page) => to(tab, { page })}
      emptyMessage={tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices}
      unfiltered={place.country ? paths.category(category.slug, { tab: tabParam(tab) }) : undefined}
      elsewhere={elsewhere}
      filters={{ category: category.name, ...place }}
      aside={<SubcategoryNav category={category} place={place} />}
      form={
        <PlaceFilters
          loaded={form}
          to={(filters) => paths.category(category.slug, { tab: tabParam(tab), ...placeOf(filters) })}
        />
      }
    />
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.category} />

function SubcategoryNav({ category, place }: { category: CategoryLinks; place: Query }) {
  return (
    <nav aria-label="Subcategories">
      <Disclosure
        className="unfold-wide max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-1 max-lg:shadow-sheet"
        summary={<span className="px-3 text-sm font-semibold">Subcategories</span>}
      >
        <h2 className="mb-2 px-3 text-base max-lg:hidden">Subcategories</h2>
        <SubcategoryLinks category={category} query={place} />
      </Disclosure>
    </nav>
  )
}
