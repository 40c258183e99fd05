import { localName } from '../../shared/local-names.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import type { SiteSettings } from '../../shared/settings/table.ts'
import { t } from '../../shared/translate.ts'
import { readPlace } from '../browse/filters/read-taxonomy.ts'
import type { Taxonomy } from '../browse/filters/taxonomy.ts'
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
  const { kinds } = useSite().settings
  const { searchtext: _, country: __, ...taxonomy } = loaded.form.taxonomy
  const { state, city } = taxonomy
  return (
    <ListingTabsPage
      title={[city, localName(state)].filter(Boolean).join(', ') || localName(name)}
      subtitle={subtitleOf(kinds, loaded.form.taxonomy)}
      description={descriptionOf(kinds, name)}
      toPath={(query) => paths.location(slug, query)}
      action={
        <ButtonLink variant="secondary" href={paths.allLocations()}>
          {t('All Locations')}
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

type Kinds = SiteSettings['kinds']

/** A country whose name has an article in English. */
const hasArticle = (country: string) => country.startsWith('United ')

/** Each level of a place has a sentence, because languages have other words before the name of a town than before that of a country. */
function subtitleOf(
  kinds: Kinds,
  { country, state, city }: Pick<Taxonomy, 'country' | 'state' | 'city'>,
): string {
  if (city)
    return t(
      '{kinds, select, services {Services} events {Events} other {Services and events}} in {city}, {state}, {country}',
      { kinds, city, state: localName(state), country: localName(country) },
    )
  if (state)
    return t(
      '{kinds, select, services {Services} events {Events} other {Services and events}} in {state}, {country}',
      { kinds, state: localName(state), country: localName(country) },
    )
  return hasArticle(country)
    ? t('{kinds, select, services {Services} events {Events} other {Services and events}} in the {country}', {
        kinds,
        country: localName(country),
      })
    : t('{kinds, select, services {Services} events {Events} other {Services and events}} in {country}', {
        kinds,
        country: localName(country),
      })
}

const descriptionOf = (kinds: Kinds, country: string): string =>
  hasArticle(country)
    ? t(
        '{kinds, select, services {Services} events {Events} other {Services and events}} in the {country}, from people near you, with prices and ways to get in touch.',
        { kinds, country: localName(country) },
      )
    : t(
        '{kinds, select, services {Services} events {Events} other {Services and events}} in {country}, from people near you, with prices and ways to get in touch.',
        { kinds, country: localName(country) },
      )
