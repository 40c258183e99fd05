import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { PageError } from '../layout/page-error.tsx'
import { topicOf } from '../lists/filters.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { TabFilters } from '../lists/tab-filters.tsx'
import { kindOfTab, type ListingTab, readPage, readTab, tabParam } from '../lists/url-params.ts'
import { type LoaderContext, notFoundResponse } from '../loading.ts'
import { loadMap } from '../map/load-map.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Each tab has its own page number (specification, section 2). */
const pageNames = { services: 'page', events: 'eventsPage' }

export async function loader(context: LoaderContext) {
  const { api, params, query } = context
  const stateName = params.stateName?.toLowerCase()
  const [locations, categories, { loadTab }] = await Promise.all([
    api.listLocations({}),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listCategories({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../narrowing/load-tab.ts'),
  ])
  const country = locations.find(({ state }) => state.some(({ name }) => name.toLowerCase() === stateName))
  const state = country?.state.find(({ name }) => name.toLowerCase() === stateName)
  if (!country || !state) throw notFoundResponse()

  const chosen = { ...readFilters(query), searchtext: '', country: country.name, state: state.name }
  const form = normalizeFilters(chosen, categories, [country])
  const tab = readTab(query)
  // Each tab has its own page number (specification, section 2).
  const pages = { services: readPage(query), events: readPage(query, 'eventsPage') }
  const map = await loadMap(api, query, kindOfTab[tab], form.filters)
  const input = { query: { ...form.filters, ...map?.filters, page: pages[tab] } }
  const reply = tab === 'events' ? await api.filterEvents(input) : await api.filterServices(input)
  return {
    state: state.name,
    country: { name: country.name, slug: country.slug },
    pages: { page: readPage(query), eventsPage: readPage(query, pageNames.events) },
    tab,
    pages,
    list: toCardPage(reply, cardTextLength),
    map,
  }
}

export function Component() {
  const { state, country, form, tab, pages, list, map } = useLoaderData<typeof loader>()
  const narrowing = { city: form.filters.city, ...topicOf(form.filters) }
  const filtered = Object.values(narrowing).some(Boolean)
  const to = (tab: ListingTab, { city, ...topic }: Partial<Filters>, { services, events } = pages) =>
    paths.state(state, {
      tab: tabParam(tab),
      city,
      ...topicOf(topic),
      page: services,
      eventsPage: events,
    })
  return (
    <ListingTabsPage
      title={state}
      subtitle={`Here you can find all ads from ${state}`}
      description={`Services and events in ${state}, ${country.name}, from people near you, with prices and contact info.`}
      path={to(tab, narrowing, { ...firstPages, [tab]: pages[tab] })}
      indexable={!filtered && list.cards.length > 0 && !map}
      crumbs={[
        { label: 'Locations', to: paths.allLocations() },
        { label: country.name, to: paths.location(country.slug) },
        { label: state },
      ]}
      action={
        <ButtonLink look="secondary" href={paths.allLocations()}>
          All Locations
        </ButtonLink>
      }
      tab={tab}
      toTab={(tab) => to(tab, narrowing)}
      list={list}
      map={map}
      page={pages[tab]}
      toPage={(page) => to(tab, narrowing, { ...pages, [tab]: page })}
      emptyMessage={tab === 'events' ? emptyLists.stateEvents : emptyLists.stateServices}
      unfiltered={filtered ? to(tab) : undefined}
      feed={{ country: country.name, state, ...filters }}
    />
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.location} />
