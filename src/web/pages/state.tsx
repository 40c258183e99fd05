import { localName } from '../../shared/local-names.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import { foldName } from '../../shared/text-normalization.ts'
import { t } from '../../shared/translate.ts'
import { topicOf } from '../browse/filters/taxonomy.ts'
import { readPage } from '../browse/lists/url-params.ts'
import { ListingTabsPage } from '../browse/tabs/listing-tabs-page.tsx'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Each tab has its own page number (specification, section 2). */
const pageNames = { services: 'page', events: 'eventsPage' }

export async function loader(context: LoaderContext) {
  const { api, params, query } = context
  const stateName = foldName(params.stateName ?? '')
  const [locations, categories, { loadTab }] = await Promise.all([
    api.listPlaces({ query: { state: params.stateName } }),
    // The page does not need the options of its selects, so they may fail (specification, section 8).
    api.listCategories({}).catch(() => []),
    // A browser gets its first list with the page, so it loads what loads lists with the second one.
    import('../browse/results/load-tab.ts'),
  ])
  const country = locations.find(({ state }) => state.some(({ name }) => foldName(name) === stateName))
  const state = country?.state.find(({ name }) => foldName(name) === stateName)
  if (!country || !state) throw notFoundResponse()

  const { tab, loaded } = await loadTab(context, {
    fixed: { country: country.name, state: state.name },
    categories,
    locations: [country],
    facetNames: ['category', 'subcategory', 'city'],
    pageNames,
  })
  return {
    state: state.name,
    country: { name: country.name, slug: country.slug },
    pages: { page: readPage(query), eventsPage: readPage(query, pageNames.events) },
    tab,
    loaded,
  }
}

export function Component() {
  const { state, country, tab, pages, loaded } = useLoaderData<typeof loader>()
  const { taxonomy } = loaded.form
  const { kinds } = useSite().settings
  return (
    <ListingTabsPage
      title={localName(state)}
      subtitle={t('Here you can find all ads from {state}', { state: localName(state) })}
      description={t(
        '{kinds, select, services {Services} events {Events} other {Services and events}} in {state}, {country}, from people near you, with prices and ways to get in touch.',
        { kinds, state: localName(state), country: localName(country.name) },
      )}
      toPath={(query) => paths.state(state, query)}
      crumbs={[
        { label: t('Locations'), to: paths.allLocations() },
        { label: localName(country.name), to: paths.location(country.slug) },
        { label: localName(state) },
      ]}
      action={
        <ButtonLink variant="secondary" href={paths.allLocations()}>
          {t('All Locations')}
        </ButtonLink>
      }
      tab={tab}
      loaded={loaded}
      taxonomy={{ city: taxonomy.city, ...topicOf(taxonomy) }}
      names={['city', 'category', 'subcategory']}
      pageName={pageNames[tab]}
      pages={pages}
      emptyMessage={tab === 'events' ? emptyLists.stateEvents : emptyLists.stateServices}
    />
  )
}
