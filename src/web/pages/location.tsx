import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { PageError } from '../layout/page-error.tsx'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { placeText } from '../lists/place-text.ts'
import { TabFilters } from '../lists/tab-filters.tsx'
import { kindOfTab, type ListingTab, readPage, readTab, tabParam } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { loadMap } from '../map/load-map.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export async function loader(context: LoaderContext) {
  const { api, params } = context
  const [location, categories, { loadTab }] = await Promise.all([
    api.getLocation({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listCategories({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../narrowing/load-tab.ts'),
  ])
  const chosen = { ...readFilters(query), searchtext: '', country: location.name }
  const form = normalizeFilters(chosen, categories, [location])
  const tab = readTab(query)
  const page = readPage(query)
  const map = await loadMap(api, query, kindOfTab[tab], form.filters)
  const input = { query: { ...form.filters, ...map?.filters, page } }
  const reply = tab === 'events' ? await api.filterEvents(input) : await api.filterServices(input)
  return {
    name: location.name,
    slug: location.slug,
    form,
    tab,
    page,
    list: toCardPage(reply, cardTextLength),
    map,
  }
}

export function Component() {
  const { name, slug, form, tab, page, list, map } = useLoaderData<typeof loader>()
  const { searchtext: _, country: __, ...narrowing } = form.filters
  const { state, city } = narrowing
  const filtered = Object.values(narrowing).some(Boolean)
  const to = (tab: ListingTab, { state, city, ...topic }: Partial<Filters>, page?: number) =>
    paths.location(slug, { tab: tabParam(tab), state, city, ...topicOf(topic), page })
  return (
    <ListingTabsPage
      title={[city, state].filter(Boolean).join(', ') || name}
      subtitle={`Services and events in ${placeText(form.filters)}`}
      description={`Services and events in ${placeText({ country: name, state: '', city: '' })}, from people near you, with prices and contact info.`}
      path={to(tab, narrowing, page)}
      indexable={!filtered && list.cards.length > 0 && !map}
      action={
        <ButtonLink look="secondary" href={paths.allLocations()}>
          All Locations
        </ButtonLink>
      }
      tab={tab}
      toTab={(tab) => to(tab, narrowing)}
      list={list}
      map={map}
      page={page}
      toPage={(page) => to(tab, narrowing, page)}
      emptyMessage={tab === 'events' ? emptyLists.locationEvents : emptyLists.locationServices}
      unfiltered={filtered ? to(tab) : undefined}
      feed={{ country: name, ...filters }}
    />
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.location} />
