import { formatPlace } from '../../shared/format.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import { nameOfKinds, toSentence } from '../../shared/offered-kinds.ts'
import { readPlace } from '../browse/filters/read-taxonomy.ts'
import { ListingTabsPage } from '../browse/tabs/listing-tabs-page.tsx'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export async function loader(context: LoaderContext) {
  const { api, params, query } = context
  const [locations, categories, { loadTab }] = await Promise.all([
    api.listPlaces({ query: { state: readPlace(query).state } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listCategories({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../browse/results/load-tab.ts'),
  ])
  const location = locations.find(({ _id, slug }) => slug === params.id || _id === params.id)
  if (!location) throw notFoundResponse()
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
  const kinds = toSentence(nameOfKinds(useSite().settings))
  const { searchtext: _, country: __, ...taxonomy } = loaded.form.taxonomy
  const { state, city } = taxonomy
  return (
    <ListingTabsPage
      title={[city, state].filter(Boolean).join(', ') || name}
      subtitle={`${kinds} in ${placeText(loaded.form.taxonomy)}`}
      description={`${kinds} in ${placeText({ country: name, state: '', city: '' })}, from people near you, with prices and ways to get in touch.`}
      toPath={(query) => paths.location(slug, query)}
      action={
        <ButtonLink variant="secondary" href={paths.allLocations()}>
          All Locations
        </ButtonLink>
      }
      tab={tab}
      loaded={loaded}
      taxonomy={taxonomy}
      names={['state', 'city', 'category', 'subcategory']}
      emptyMessage={tab === 'events' ? emptyLists.locationEvents : emptyLists.locationServices}
    />
  )
}

/** Returns a place for use in a sentence: "Austin, Texas, United States", "the United States", "Canada". */
function placeText(place: { country: string; state: string; city: string }): string {
  if (place.state) return formatPlace(place)
  return /^United /.test(place.country) ? `the ${place.country}` : place.country
}
