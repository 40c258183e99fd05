import { formatPlace } from '../../shared/format.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { isPlain, viewOf } from '../browse/filtered-list/list-page.ts'
import { type ListingTab, tabParam } from '../browse/lists/url-params.ts'
import { ListingTabsPage } from '../browse/tabs/listing-tabs-page.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export async function loader(context: LoaderContext) {
  const { api, params } = context
  const [location, categories, { loadTab }] = await Promise.all([
    api.getLocation({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listCategories({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../browse/results/load-tab.ts'),
  ])
  const { tab, loaded } = await loadTab(context, {
    fixed: { country: location.name },
    categories,
    locations: [location],
    facetNames: ['category', 'subcategory', 'state', 'city'],
  })
  return { name: location.name, slug: location.slug, tab, loaded }
}

export function Component() {
  const { name, slug, tab, loaded } = useLoaderData<typeof loader>()
  const { form, filters, list } = loaded
  const { searchtext: _, country: __, ...taxonomy } = form.taxonomy
  const { state, city } = taxonomy
  const hasFilters = Object.keys(filters).length > 0
  const filtered = Object.values(taxonomy).some(Boolean) || hasFilters
  const pathOf = (tab: ListingTab, query?: Query) => paths.location(slug, { tab: tabParam(tab), ...query })
  const to = (tab: ListingTab, query?: Query) => pathOf(tab, { ...query, ...viewOf(loaded) })
  const current = { ...taxonomy, ...filters }
  return (
    <ListingTabsPage
      title={[city, state].filter(Boolean).join(', ') || name}
      subtitle={`Services and events in ${placeText(form.taxonomy)}`}
      description={`Services and events in ${placeText({ country: name, state: '', city: '' })}, from people near you, with prices and ways to get in touch.`}
      path={pathOf(tab, { ...taxonomy, page: hasFilters ? 1 : loaded.page })}
      indexable={!filtered && isPlain(loaded) && list.cards.length > 0}
      action={
        <ButtonLink variant="secondary" href={paths.allLocations()}>
          All Locations
        </ButtonLink>
      }
      tab={tab}
      toTab={(tab) => to(tab, current)}
      page={{ loaded, to: (query) => to(tab, query), taxonomy }}
      names={['state', 'city', 'category', 'subcategory']}
      toPage={(page) => to(tab, { ...current, page })}
      emptyMessage={tab === 'events' ? emptyLists.locationEvents : emptyLists.locationServices}
      unfiltered={filtered ? to(tab) : undefined}
    />
  )
}

/** Returns a place for use in a sentence: "Austin, Texas, United States", "the United States", "Canada". */
function placeText(place: { country: string; state: string; city: string }): string {
  if (place.state) return formatPlace(place)
  return /^United /.test(place.country) ? `the ${place.country}` : place.country
}
