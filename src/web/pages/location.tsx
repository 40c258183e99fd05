import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { Head } from '../head/head.tsx'
import { PageError } from '../layout/failure.tsx'
import { kindOf, readPage, readTab } from '../lists/address.ts'
import { toCardPage } from '../lists/card.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import { normalizeFilters, readFilters } from '../lists/filters.ts'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { ListingTabs } from '../lists/listing-tabs.tsx'
import { NoListings } from '../lists/no-listings.tsx'
import { PlaceForm } from '../lists/place-form.tsx'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const location = await api.getLocation({ params: { id: params.id ?? '' } })
  const { state, city } = readFilters(query)
  const form = normalizeFilters(
    { searchtext: '', category: '', subcategory: '', country: location.name, state, city },
    [],
    [location],
  )
  const tab = readTab(query)
  const page = readPage(query)
  const asked = { query: { ...form.filters, page } }
  const reply = tab === 'events' ? await api.filterEvents(asked) : await api.filterServices(asked)
  return { name: location.name, slug: location.slug, form, tab, page, list: toCardPage(reply) }
}

export function Component() {
  const { name, slug, form, tab, page, list } = useLoaderData<typeof loader>()
  const { state, city } = form.filters
  const to = (tab: string, page?: number) =>
    paths.location(slug, { tab: tab === 'events' ? tab : undefined, state, city, page })
  return (
    <div className="page-width py-8 md:py-12">
      <Head
        title={name}
        description={`Services and events in ${name}, from people nearby, with prices and a direct contact.`}
        path={to(tab, page)}
        listed={!state && list.cards.length > 0}
      />
      <PageHeading
        title={name}
        subtitle={`Services and events in ${[city, state, name].filter(Boolean).join(', ')}`}
        action={
          <ButtonLink look="secondary" href={paths.allLocations()}>
            All Locations
          </ButtonLink>
        }
      />
      <ListingTabs selected={tab} to={to}>
        <PlaceForm slug={slug} tab={tab} loaded={form} />
        <ListingGrid
          list={list}
          page={page}
          to={(page) => to(tab, page)}
          empty={
            <NoListings
              kind={kindOf[tab]}
              sentence={tab === 'events' ? emptyLists.locationEvents : emptyLists.locationServices}
              unfiltered={
                state ? paths.location(slug, { tab: tab === 'events' ? tab : undefined }) : undefined
              }
            />
          }
        />
        <FeedLinks kind={kindOf[tab]} filters={{ country: name, state, city }} />
      </ListingTabs>
    </div>
  )
}

export const ErrorBoundary = () => <PageError sentence={loadFailures.location} />
