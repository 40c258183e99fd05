/** The results of a search: a tab for services and one for events, each with filters, a sort order, and pages. */

import { emptyLists } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { t } from '../../shared/translate.ts'
import { viewOf } from '../browse/filtered-list/list-page.ts'
import { KindTabs } from '../browse/lists/kind-tabs.tsx'
import { kindOfTab, otherTab } from '../browse/lists/url-params.ts'
import { FilterForm } from '../browse/results-page/filter-form.tsx'
import { ResultsFrame } from '../browse/results-page/results-frame.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'

export async function loader(context: LoaderContext) {
  // A browser gets its first list with the page, so it loads what loads lists with the second one.
  const { loadSearch } = await import('../browse/results/load-all-listings.ts')
  return loadSearch(context)
}

type Results = Awaited<ReturnType<typeof loader>>

export function Component() {
  const results = useLoaderData<typeof loader>()
  const { tab, counts, loaded } = results
  const { form, filters, sort, page } = loaded
  const { searchtext } = form.taxonomy
  const hasFilters = Object.keys(filters).length > 0
  // A service has no date to sort by.
  const keptSort = sort === 'soonest' ? undefined : sort
  return (
    <PublicPage
      title={searchtext ? t('Results for "{text}"', { text: searchtext }) : t('Search')}
      description={t(
        '{kinds, select, services {Services} events {Events} other {Services and events}} near you, with prices and ways to get in touch.',
        { kinds: useSite().settings.kinds },
      )}
      path={paths.search({ ...form.taxonomy, ...(hasFilters ? { tab } : { sort, tab, page }) })}
      indexable={false}
    >
      <KindTabs
        selected={tab}
        counts={counts}
        to={(tab) => paths.search({ ...form.taxonomy, ...filters, sort: keptSort, tab, ...viewOf(loaded) })}
      >
        <TabResults {...results} />
      </KindTabs>
    </PublicPage>
  )
}

function TabResults({ tab, totals, loaded }: Results) {
  const other = otherTab[tab]
  const { form, filterCount } = loaded
  const { searchtext, ...topicAndPlace } = form.taxonomy
  /** Without the tab in the URL, a filter could open the other one. */
  const to = ({ searchtext, ...query }: Query) =>
    paths.search({ searchtext, ...query, tab, ...viewOf(loaded) })
  const page = { loaded, to, taxonomy: form.taxonomy }
  const filtered = Object.values(topicAndPlace).some(Boolean) || filterCount > 0
  return (
    <ResultsFrame
      page={page}
      // The heading shows the text already.
      hide={['searchtext']}
      clear={to({ searchtext, sort: loaded.sort })}
      empty={{
        kind: kindOfTab[tab],
        message: tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices,
        searched: searchtext !== '',
        unfiltered: filtered ? paths.search({ searchtext, tab }) : undefined,
        otherTab: {
          kind: kindOfTab[other],
          total: totals[other],
          to: paths.search({ ...form.taxonomy, ...loaded.filters, tab: other }),
        },
        elsewhere: { label: t('Browse categories'), to: paths.allCategories() },
      }}
    >
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto lg:rounded-lg"
      >
        <FilterForm page={page} searchedAbove />
      </div>
    </ResultsFrame>
  )
}
