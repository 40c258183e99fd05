/** A category or one of its subcategories. */

import { localName } from '../../shared/local-names.ts'
import { emptyLists, unknownSubcategory } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { t } from '../../shared/translate.ts'
import {
  type CategoryLinks,
  loadTopicCounts,
  SubcategoryLinks,
  toCategoryLinks,
} from '../browse/catalog/topic-links.tsx'
import { readPlace } from '../browse/filters/read-taxonomy.ts'
import { placeOf } from '../browse/filters/taxonomy.ts'
import { otherTab } from '../browse/lists/url-params.ts'
import { ListingTabsPage } from '../browse/tabs/listing-tabs-page.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { RouteError } from '../framework/router/outcomes.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'

export async function loader(context: LoaderContext) {
  const { api, params } = context
  const [category, locations, { loadTab }] = await Promise.all([
    api.getCategory({ params: { id: params.id ?? '' } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listPlaces({ query: readPlace(context.query) }).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../browse/results/load-tab.ts'),
  ])
  const { subId } = params
  const subcategory = category.subcategories.find(({ id, slug }) => id === subId || slug === subId)
  if (subId !== undefined && !subcategory)
    throw new RouteError(404, { code: 'not_found', heading: t(unknownSubcategory) })
  const topic = { category: category.name, subcategory: subcategory?.name ?? '' }
  const { tab, loaded, extra } = await loadTab(context, {
    fixed: topic,
    categories: [category],
    locations,
    facetNames: ['state', 'city'],
    loadExtra: (taxonomy) => loadTopicCounts(api, { ...placeOf(taxonomy), ...topic }),
  })
  // The page of a subcategory has no links to the others.
  const linked = subcategory ? { ...category, subcategories: [] } : category
  return {
    category: toCategoryLinks(linked, extra, tab),
    subcategory: subcategory && { name: subcategory.name, slug: subcategory.slug },
    elsewhere: extra?.get(subcategory?.id ?? category._id)?.[otherTab[tab]],
    tab,
    loaded,
  }
}

export function Component() {
  const { category, subcategory, elsewhere, tab, loaded } = useLoaderData<typeof loader>()
  const { kinds } = useSite().settings
  const { name, slug } = category
  const place = placeOf(loaded.form.taxonomy)
  const shared = { elsewhere, tab, loaded, taxonomy: place, names: ['country', 'state', 'city'] as const }
  const categories = { label: t('Categories'), to: paths.allCategories() }
  if (subcategory)
    return (
      <ListingTabsPage
        {...shared}
        title={localName(subcategory.name)}
        subtitle={t('Here you can find all ads under {name} category.', {
          name: localName(subcategory.name),
        })}
        description={t(
          '{subcategory} ({category}) {kinds, select, services {services} events {events} other {services and events}} near you, with prices and ways to get in touch.',
          { subcategory: localName(subcategory.name), category: localName(name), kinds },
        )}
        toPath={(query) => paths.subcategory(slug, subcategory.slug, query)}
        crumbs={[
          categories,
          { label: localName(name), to: paths.category(slug) },
          { label: localName(subcategory.name) },
        ]}
        emptyMessage={tab === 'events' ? emptyLists.subcategoryEvents : emptyLists.subcategoryServices}
      />
    )
  return (
    <ListingTabsPage
      {...shared}
      title={localName(name)}
      description={t(
        '{category} {kinds, select, services {services} events {events} other {services and events}} near you, with prices and ways to get in touch.',
        { category: localName(name), kinds },
      )}
      toPath={(query) => paths.category(slug, query)}
      crumbs={[categories, { label: localName(name) }]}
      emptyMessage={tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices}
      aside={<SubcategoryNav category={category} place={place} />}
    />
  )
}

function SubcategoryNav({ category, place }: { category: CategoryLinks; place: Query }) {
  return (
    <nav aria-label={t('Subcategories')}>
      <Disclosure
        className="unfold-wide max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-1 max-lg:shadow-sheet"
        summary={<span className="px-3 text-sm font-semibold">{t('Subcategories')}</span>}
      >
        <h2 className="mb-2 px-3 text-base max-lg:hidden">{t('Subcategories')}</h2>
        <SubcategoryLinks category={category} query={place} />
      </Disclosure>
    </nav>
  )
}
