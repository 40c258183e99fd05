import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { normalizeFilters, readFilters } from '../lists/filters.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { PlaceForm } from '../lists/place-form.tsx'
import { readPage, readTab } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

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
  const input = { query: { ...form.filters, page } }
  const reply = tab === 'events' ? await api.filterEvents(input) : await api.filterServices(input)
  return { name: location.name, slug: location.slug, form, tab, page, list: toCardPage(reply) }
}

export function Component() {
  const { name, slug, form, tab, page, list } = useLoaderData<typeof loader>()
  const { state, city } = form.filters
  const eventsTab = tab === 'events' ? tab : undefined
  const to = (tab: string, page?: number) =>
    paths.location(slug, { tab: tab === 'events' ? tab : undefined, state, city, page })
  const place = state ? [city, state, name].filter(Boolean).join(', ') : withArticle(name)
  return (
    <ListingTabsPage
      title={name}
      subtitle={`Services and events in ${place}`}
      description={`Services and events in ${withArticle(name)}, from people near you, with prices and contact info.`}
      path={to(tab, page)}
      indexable={!state && list.cards.length > 0}
      action={
        <ButtonLink look="secondary" href={paths.allLocations()}>
          All Locations
        </ButtonLink>
      }
      tab={tab}
      toTab={to}
      list={list}
      page={page}
      toPage={(page) => to(tab, page)}
      emptyMessage={tab === 'events' ? emptyLists.locationEvents : emptyLists.locationServices}
      unfiltered={state ? paths.location(slug, { tab: eventsTab }) : undefined}
      filters={{ country: name, state, city }}
      form={<PlaceForm slug={slug} tab={tab} loaded={form} />}
    />
  )
}

/** Returns a country's name for use in a sentence: "the United States", "Canada". */
const withArticle = (country: string) => (/^United /.test(country) ? `the ${country}` : country)

export const ErrorBoundary = () => <PageError message={loadFailures.location} />
