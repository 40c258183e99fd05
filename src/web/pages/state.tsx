import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { Head } from '../head/head.tsx'
import { BreadcrumbTrail } from '../head/trail.tsx'
import { PageError } from '../layout/failure.tsx'
import { kindOf, readPage, readTab } from '../lists/address.ts'
import { toCardPage } from '../lists/card.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { ListingTabs } from '../lists/listing-tabs.tsx'
import { NoListings } from '../lists/no-listings.tsx'
import { type LoaderContext, notFoundResponse } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const wanted = params.stateName?.toLowerCase()
  const locations = await api.listLocations({})
  const country = locations.find(({ state }) => state.some(({ name }) => name.toLowerCase() === wanted))
  const state = country?.state.find(({ name }) => name.toLowerCase() === wanted)
  if (!country || !state) throw notFoundResponse()

  const tab = readTab(query)
  // Each tab keeps its own page (specification, section 2).
  const pages = { services: readPage(query), events: readPage(query, 'eventsPage') }
  const asked = { query: { state: state.name, page: pages[tab] } }
  const reply = tab === 'events' ? await api.eventsByState(asked) : await api.servicesByState(asked)
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
    <div className="page-width py-6 md:py-8">
      <Head
        title={state}
        description={`Services and events in ${state}, ${country.name}, from people nearby, with prices and a direct contact.`}
        path={to(tab, { services: 1, events: 1, [tab]: pages[tab] })}
        listed={list.cards.length > 0}
      />
      <BreadcrumbTrail
        crumbs={[
          { label: 'Locations', to: paths.allLocations() },
          { label: country.name, to: paths.location(country.slug) },
          { label: state },
        ]}
      />
      <PageHeading
        title={state}
        subtitle={`Here you can find all ads from ${state}`}
        action={
          <ButtonLink look="secondary" href={paths.allLocations()}>
            All Locations
          </ButtonLink>
        }
      />
      <ListingTabs selected={tab} to={to}>
        <ListingGrid
          list={list}
          page={pages[tab]}
          to={(page) => to(tab, { ...pages, [tab]: page })}
          paginateSinglePage={false}
          empty={
            <NoListings
              kind={kindOf[tab]}
              sentence={tab === 'events' ? emptyLists.stateEvents : emptyLists.stateServices}
            />
          }
        />
        <FeedLinks kind={kindOf[tab]} filters={{ country: country.name, state }} />
      </ListingTabs>
    </div>
  )
}

export const ErrorBoundary = () => <PageError sentence={loadFailures.location} />
