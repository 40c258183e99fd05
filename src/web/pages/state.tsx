import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { readPage, readTab } from '../lists/url-params.ts'
import { type LoaderContext, notFoundResponse } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const stateName = params.stateName?.toLowerCase()
  const locations = await api.listLocations({})
  const country = locations.find(({ state }) => state.some(({ name }) => name.toLowerCase() === stateName))
  const state = country?.state.find(({ name }) => name.toLowerCase() === stateName)
  if (!country || !state) throw notFoundResponse()

  const tab = readTab(query)
  // Each tab has its own page number (specification, section 2).
  const pages = { services: readPage(query), events: readPage(query, 'eventsPage') }
  const input = { query: { state: state.name, page: pages[tab] } }
  const reply = tab === 'events' ? await api.eventsByState(input) : await api.servicesByState(input)
  return {
    state: state.name,
    country: { name: country.name, slug: country.slug },
    tab,
    pages,
    list: toCardPage(reply),
  }
}

export function Component() {
  const { state, country, tab, pages, list } = useLoaderData<typeof loader>()
  const to = (tab: string, { services, events } = pages) =>
    paths.state(state, { tab: tab === 'events' ? tab : undefined, page: services, eventsPage: events })
  return (
    <ListingTabsPage
      title={state}
      subtitle={`Here you can find all ads from ${state}`}
      description={`Services and events in ${state}, ${country.name}, from people near you, with prices and contact info.`}
      path={to(tab, { services: 1, events: 1, [tab]: pages[tab] })}
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
      toTab={(tab) => to(tab)}
      list={list}
      page={pages[tab]}
      toPage={(page) => to(tab, { ...pages, [tab]: page })}
      paginateSinglePage={false}
      emptyMessage={tab === 'events' ? emptyLists.stateEvents : emptyLists.stateServices}
      filters={{ country: country.name, state }}
    />
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.location} />
