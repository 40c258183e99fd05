/** /all-services and /all-events: a list with filters and a sort order. */

import type { Kind } from '../../shared/listing.ts'
import { emptyLists } from '../../shared/messages/pages.ts'
import type { Query } from '../../shared/paths.ts'
import { msg, t } from '../../shared/translate.ts'
import { currentQuery, isPlain, viewOf } from '../browse/filtered-list/list-page.ts'
import { listSections } from '../browse/filtered-list/list-view.tsx'
import { FilterForm } from '../browse/results-page/filter-form.tsx'
import { ResultsFrame } from '../browse/results-page/results-frame.tsx'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { LazySection } from '../framework/sections/deferred.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'

export async function loader(context: LoaderContext, kind: Kind) {
  // A browser gets its first list with the page, so it loads what loads lists with the second one.
  const { loadAllListings } = await import('../browse/results/load-all-listings.ts')
  return loadAllListings(context, kind)
}

const labels = {
  service: {
    title: msg('All Services'),
    subtitle: msg('Skilled neighbors, ready to help.'),
    description: msg(
      'Services offered near you, with prices and ways to get in touch. Search, or filter by category and location.',
    ),
    emptyMessage: emptyLists.allServices,
  },
  event: {
    title: msg('All Events'),
    subtitle: msg('What’s happening near you.'),
    description: msg(
      'Events near you, soonest first, with dates, places, and prices. Search, or filter by category and location.',
    ),
    emptyMessage: emptyLists.allEvents,
  },
}

export function Component({ kind }: { kind: Kind }) {
  const loaded = useLoaderData<typeof loader>()
  const { title, subtitle, description, emptyMessage } = labels[kind]
  const { list, page: number, sort, form, filters } = loaded
  const { taxonomy } = form
  const to = (query: Query) => paths.listings(kind, { ...query, ...viewOf(loaded) })
  const page = { loaded, to, taxonomy }
  const query = currentQuery(page)
  const hasFilters = Object.keys(filters).length > 0
  const filtered = Object.values(taxonomy).some(Boolean) || hasFilters
  return (
    <PublicPage
      title={t(title)}
      description={t(description)}
      path={paths.listings(kind, hasFilters ? taxonomy : { ...query, page: number })}
      indexable={!filtered && !sort && isPlain(loaded) && list.cards.length > 0}
      subtitle={t(subtitle)}
    >
      <ResultsFrame
        page={page}
        hide={[]}
        clear={to({ sort })}
        empty={{
          kind,
          message: emptyMessage,
          unfiltered: filtered ? to({}) : undefined,
          elsewhere: { label: t('Browse categories'), to: paths.allCategories() },
        }}
      >
        <div className="flex flex-col gap-3 lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:gap-5 lg:overflow-y-auto lg:rounded-lg">
          <FilterForm page={page} />
          {loaded.month && (
            <div className="lg:order-first">
              <LazySection section={listSections} props={{ section: 'month', ...page }} />
            </div>
          )}
        </div>
      </ResultsFrame>
    </PublicPage>
  )
}
