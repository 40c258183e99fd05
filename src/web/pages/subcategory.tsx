import { emptyLists, unknownSubcategory } from '../../shared/messages/pages.ts'
import { loadTopicCounts } from '../browse/catalog/topic-counts.ts'
import { placeOf, topicOf } from '../browse/filters/taxonomy.ts'
import { otherTab } from '../browse/lists/url-params.ts'
import { ListingTabsPage } from '../browse/tabs/listing-tabs-page.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { RouteError } from '../framework/router/outcomes.ts'
import { paths } from '../paths.ts'

export async function loader(context: LoaderContext) {
  const { api, params } = context
  const [category, locations, { loadTab }] = await Promise.all([
    api.getCategory({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listLocations({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../browse/results/load-tab.ts'),
  ])
  const subcategory = category.subcategories.find(({ id, slug }) => [id, slug].includes(params.subId ?? ''))
  if (!subcategory) throw new RouteError(404, { code: 'not_found', heading: unknownSubcategory })

  const { tab, loaded, extra } = await loadTab(context, {
    fixed: { category: category.name, subcategory: subcategory.name },
    categories: [category],
    locations,
    facetNames: ['state', 'city'],
    loadExtra: (taxonomy) => loadTopicCounts(api, { ...placeOf(taxonomy), ...topicOf(taxonomy) }),
  })
  return {
    category: { name: category.name, slug: category.slug },
    subcategory: { name: subcategory.name, slug: subcategory.slug },
    elsewhere: extra?.get(subcategory.id)?.[otherTab[tab]],
    tab,
    loaded,
  }
}

export function Component() {
  const { category, subcategory, elsewhere, tab, loaded } = useLoaderData<typeof loader>()
  return (
    <ListingTabsPage
      title={subcategory.name}
      subtitle={`Here you can find all ads under ${subcategory.name} category.`}
      description={`${subcategory.name} (${category.name}) services and events near you, with prices and ways to get in touch.`}
      toPath={(query) => paths.subcategory(category.slug, subcategory.slug, query)}
      crumbs={[
        { label: 'Categories', to: paths.allCategories() },
        { label: category.name, to: paths.category(category.slug) },
        { label: subcategory.name },
      ]}
      tab={tab}
      loaded={loaded}
      taxonomy={placeOf(loaded.form.taxonomy)}
      names={['country', 'state', 'city']}
      emptyMessage={tab === 'events' ? emptyLists.subcategoryEvents : emptyLists.subcategoryServices}
      elsewhere={elsewhere}
    />
  )
}
