import { emptyLists } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { loadTopicCounts } from '../browse/catalog/topic-counts.ts'
import { type CategoryLinks, SubcategoryLinks, toCategoryLinks } from '../browse/catalog/topic-links.tsx'
import { placeOf } from '../browse/filters/taxonomy.ts'
import { otherTab } from '../browse/lists/url-params.ts'
import { ListingTabsPage } from '../browse/tabs/listing-tabs-page.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'

export async function loader(context: LoaderContext) {
  const { api, params } = context
  const [category, locations, { loadTab }] = await Promise.all([
    api.getCategory({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listLocations({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../browse/results/load-tab.ts'),
  ])
  const { tab, loaded, extra } = await loadTab(context, {
    fixed: { category: category.name, subcategory: '' },
    categories: [category],
    locations,
    facetNames: ['state', 'city'],
    loadExtra: (taxonomy) => loadTopicCounts(api, { ...placeOf(taxonomy), category: category.name }),
  })
  return {
    category: toCategoryLinks(category, extra, tab),
    elsewhere: extra?.get(category._id)?.[otherTab[tab]],
    tab,
    loaded,
  }
}

export function Component() {
  const { category, elsewhere, tab, loaded } = useLoaderData<typeof loader>()
  const place = placeOf(loaded.form.taxonomy)
  return (
    <ListingTabsPage
      title={category.name}
      description={`${category.name} services and events near you, with prices and ways to get in touch.`}
      toPath={(query) => paths.category(category.slug, query)}
      crumbs={[{ label: 'Categories', to: paths.allCategories() }, { label: category.name }]}
      tab={tab}
      loaded={loaded}
      taxonomy={place}
      names={['country', 'state', 'city']}
      emptyMessage={tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices}
      elsewhere={elsewhere}
      aside={<SubcategoryNav category={category} place={place} />}
    />
  )
}

function SubcategoryNav({ category, place }: { category: CategoryLinks; place: Query }) {
  return (
    <nav aria-label="Subcategories">
      <Disclosure
        className="unfold-wide max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-1 max-lg:shadow-sheet"
        summary={<span className="px-3 text-sm font-semibold">Subcategories</span>}
      >
        <h2 className="mb-2 px-3 text-base max-lg:hidden">Subcategories</h2>
        <SubcategoryLinks category={category} query={place} />
      </Disclosure>
    </nav>
  )
}
