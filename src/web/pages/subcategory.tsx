import { data, isRouteErrorResponse, useLoaderData, useRouteError } from 'react-router'
import { emptyLists, loadFailures, unknownSubcategory } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { loadTopicCounts } from '../catalog/topic-counts.ts'
import { NotFound } from '../layout/not-found.tsx'
import { PageError } from '../layout/page-error.tsx'
import { placeOf } from '../lists/filters.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { PlaceFilters } from '../lists/tab-filters.tsx'
import { kindOfTab, type ListingTab, otherTab, readPage, readTab, tabParam } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { loadMap } from '../map/load-map.ts'
import { paths } from '../paths.ts'

export async function loader(context: LoaderContext) {
  const { api, params } = context
  const [category, locations, { loadTab }] = await Promise.all([
    api.getCategory({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listLocations({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../narrowing/load-tab.ts'),
  ])
  const subcategory = category.subcategories.find(({ id, slug }) => [id, slug].includes(params.subId ?? ''))
  if (!subcategory) throw data({ code: 'not_found', heading: unknownSubcategory }, { status: 404 })

  const topic = { category: category.name, subcategory: subcategory.name }
  const form = normalizeFilters({ ...readFilters(query), searchtext: '', ...topic }, [category], locations)
  const tab = readTab(query)
  const page = readPage(query)
  const map = await loadMap(api, query, kindOfTab[tab], form.filters)
  const input = { query: { ...form.filters, ...map?.filters, page } }
  const [reply, counts] = await Promise.all([
    tab === 'events' ? api.filterEvents(input) : api.filterServices(input),
    loadTopicCounts(api, placeOf(form.filters)),
  ])
  return {
    category: { name: category.name, slug: category.slug },
    subcategory: { name: subcategory.name, slug: subcategory.slug },
    elsewhere: extra?.get(subcategory.id)?.[otherTab[tab]],
    tab,
    page,
    list: toCardPage(reply, cardTextLength),
    map,
  }
}

export function Component() {
  const { category, subcategory, elsewhere, form, tab, page, list, map } = useLoaderData<typeof loader>()
  const place = placeOf(form.filters)
  const narrowed = Object.keys(narrowing).length > 0
  const filtered = Boolean(place.country) || narrowed
  const to = (tab: ListingTab, query?: Query) =>
    paths.subcategory(category.slug, subcategory.slug, { tab: tabParam(tab), ...query })
  const present = { ...place, ...narrowing }
  return (
    <ListingTabsPage
      title={subcategory.name}
      subtitle={`Here you can find all ads under ${subcategory.name} category.`}
      description={`${subcategory.name} (${category.name}) services and events near you, with prices and contact info.`}
      path={to(tab, { page })}
      indexable={!place.country && list.cards.length > 0 && !map}
      crumbs={[
        { label: 'Categories', to: paths.allCategories() },
        { label: category.name, to: paths.category(category.slug) },
        { label: subcategory.name },
      ]}
      tab={tab}
      toTab={(tab) => to(tab)}
      list={list}
      map={map}
      page={page}
      toPage={(page) => to(tab, { page })}
      emptyMessage={tab === 'events' ? emptyLists.subcategoryEvents : emptyLists.subcategoryServices}
      unfiltered={filtered ? to(tab) : undefined}
      elsewhere={elsewhere}
      feed={{ category: category.name, subcategory: subcategory.name, ...place }}
    />
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.data?.heading === unknownSubcategory) {
    return <NotFound title={unknownSubcategory} />
  }
  return <PageError message={loadFailures.category} />
}
