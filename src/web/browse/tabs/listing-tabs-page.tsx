import type { ReactNode } from 'react'
import type { Query } from '../../../shared/paths.ts'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { Head } from '../../site/head/head.tsx'
import { BreadcrumbTrail } from '../../site/head/trail.tsx'
import type { Crumb } from '../../ui/breadcrumb.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { isPlain, type ListPage, type LoadedList, viewOf } from '../filtered-list/list-page.ts'
import { ListView, listSections } from '../filtered-list/list-view.tsx'
import type { SelectName } from '../filters/filter-selects.tsx'
import type { Taxonomy } from '../filters/taxonomy.ts'
import { KindTabs } from '../lists/kind-tabs.tsx'
import { kindOfTab, type ListingTab, otherTab, tabParam } from '../lists/url-params.ts'
import { TabFilters } from './tab-filters.tsx'

type ListingTabsPageProps = {
  title: string
  subtitle?: string
  /** For search engines and link previews. */
  description: string
  /** Returns the page's path with a query. */
  toPath: (query: Query) => string
  crumbs?: readonly Crumb[]
  action?: ReactNode
  tab: ListingTab
  loaded: LoadedList
  /** What of the topic and the place the path leaves open. */
  taxonomy: Partial<Taxonomy>
  /** The filters to choose. The page's path sets the others. */
  names: readonly SelectName[]
  /** The parameter with the page of the current tab. */
  pageName?: string
  /** The pages of both tabs, if each has its own. */
  pages?: Query
  emptyMessage: string
  /** How many ads the other tab has. An empty tab leads there. */
  elsewhere?: number
  /** Shown beside the list. */
  aside?: ReactNode
}

/** A page with a tab for services and one for events: those of a category, a subcategory, a country, or a state. */
export function ListingTabsPage(props: ListingTabsPageProps) {
  const { title, subtitle, description, toPath, crumbs, action, tab, loaded, taxonomy, aside } = props
  const { pageName = 'page', pages } = props
  const to = (tab: ListingTab, query?: Query) => toPath({ tab: tabParam(tab), ...query, ...viewOf(loaded) })
  const current = { ...taxonomy, ...loaded.filters, ...pages }
  const hasFilters = Object.keys(loaded.filters).length > 0
  const isFiltered = hasFilters || Object.values(taxonomy).some(Boolean)
  const page = { loaded, to: (query: Query) => to(tab, query), taxonomy }
  const content = (
    <>
      <TabFilters page={page} names={names} />
      {/* The grid shows whenever there is a listing (design, section 5, departure 1). */}
      <ListView
        page={page}
        to={(page) => to(tab, { ...current, [pageName]: page })}
        empty={{
          kind: kindOfTab[tab],
          message: props.emptyMessage,
          unfiltered: filtered ? to(tab, {}) : undefined,
          otherTab: { kind: kindOfTab[other], total: props.elsewhere ?? 0, to: to(other, current) },
        }}
      />
    </>
  )
  return (
    <div className={`page-width ${crumbs ? 'py-6 md:py-8' : 'py-8 md:py-12'}`}>
      <Head
        title={title}
        description={description}
        path={toPath({ tab: tabParam(tab), ...taxonomy, [pageName]: hasFilters ? 1 : loaded.page })}
        indexable={!isFiltered && isPlain(loaded) && loaded.list.cards.length > 0}
      />
      {crumbs && <BreadcrumbTrail crumbs={crumbs} />}
      <PageHeading title={title} subtitle={subtitle} action={action} />
      <KindTabs selected={tab} to={(tab) => to(tab, current)}>
        {aside || loaded.month ? (
          <div className="grid items-start gap-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
            <div className="space-y-3">
              <LazySection section={listSections} props={{ section: 'month', ...page }} />
              {aside}
            </div>
            <div className="min-w-0">{content}</div>
          </div>
        ) : (
          content
        )}
      </KindTabs>
    </div>
  )
}

type TabContentProps = Pick<ListingTabsPageProps, 'tab' | 'names' | 'emptyMessage' | 'elsewhere'> & {
  page: ListPage
  toTab: (tab: ListingTab) => string
  toPage: (page: number) => string
  /** Where the same list is without filters, if it is filtered. */
  unfiltered: string | undefined
}

function TabContent({ tab, toTab, page, names, toPage, ...empty }: TabContentProps) {
  const kind = kindOfTab[tab]
  const other = otherTab[tab]
  return (
    <>
      <TabFilters page={page} names={names} />
      {/* The grid shows whenever there is a listing (design, section 5, departure 1). */}
      <ListView loaded={page.loaded} to={toPage}>
        {(to) => (
          <ListingGrid
            list={page.loaded.list}
            page={page.loaded.page}
            to={to}
            empty={
              <EmptyList
                page={page}
                empty={{
                  kind,
                  message: empty.emptyMessage,
                  unfiltered: empty.unfiltered,
                  otherTab: { kind: kindOfTab[other], total: empty.elsewhere ?? 0, to: toTab(other) },
                }}
              />
            }
          />
        )}
      </ListView>
      <LazySection section={listSections} props={{ section: 'feeds', ...page }} />
    </>
  )
}
