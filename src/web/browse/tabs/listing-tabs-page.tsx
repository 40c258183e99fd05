import type { ReactNode } from 'react'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { Head } from '../../site/head/head.tsx'
import { BreadcrumbTrail } from '../../site/head/trail.tsx'
import type { Crumb } from '../../ui/breadcrumb.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListingGrid } from '../cards/listing-grid.tsx'
import type { ListPage } from '../filtered-list/list-page.ts'
import { EmptyList, ListView, listSections } from '../filtered-list/list-view.tsx'
import type { SelectName } from '../filters/filter-selects.tsx'
import { KindTabs } from '../lists/kind-tabs.tsx'
import { kindOfTab, type ListingTab, otherTab } from '../lists/url-params.ts'
import { TabFilters } from './tab-filters.tsx'

type ListingTabsPageProps = {
  title: string
  subtitle?: string
  /** For search engines and link previews. */
  description: string
  /** The page's canonical path. */
  path: string
  indexable: boolean
  crumbs?: readonly Crumb[]
  action?: ReactNode
  tab: ListingTab
  toTab: (tab: ListingTab) => string
  page: ListPage
  /** The filters to choose. The page's path sets the others. */
  names: readonly SelectName[]
  toPage: (page: number) => string
  emptyMessage: string
  /** Where the same list is without filters, if it is filtered. */
  unfiltered?: string | undefined
  /** How many ads the other tab has. An empty tab leads there. */
  elsewhere?: number
  /** Shown beside the list. */
  aside?: ReactNode
}

/** A page with a tab for services and one for events: those of a category, a subcategory, a country, or a state. */
export function ListingTabsPage({ crumbs, aside, ...props }: ListingTabsPageProps) {
  const { title, subtitle, description, path, indexable, action, tab, toTab } = props
  const { loaded } = props.page
  return (
    <div className={`page-width ${crumbs ? 'py-6 md:py-8' : 'py-8 md:py-12'}`}>
      <Head title={title} description={description} path={path} indexable={indexable} />
      {crumbs && <BreadcrumbTrail crumbs={crumbs} />}
      <PageHeading title={title} subtitle={subtitle} action={action} />
      <KindTabs selected={tab} to={toTab}>
        {aside || loaded.month ? (
          <div className="grid items-start gap-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
            <div className="space-y-3">
              <LazySection section={listSections} props={{ section: 'month', ...props.page }} />
              {aside}
            </div>
            <div className="min-w-0">
              <TabContent {...props} />
            </div>
          </div>
        ) : (
          <TabContent {...props} />
        )}
      </KindTabs>
    </div>
  )
}

type TabContentProps = Omit<ListingTabsPageProps, 'crumbs' | 'aside'>

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
