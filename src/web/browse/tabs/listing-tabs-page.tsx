import type { ReactNode } from 'react'
import { toParameters } from '../../../shared/listing-fields/parameters.ts'
import { localName } from '../../../shared/local-names.ts'
import type { Query } from '../../../shared/paths.ts'
import { type Message, t } from '../../../shared/translate.ts'
import { GetForm } from '../../framework/router/get-form.tsx'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { Head } from '../../site/head/head.tsx'
import { BreadcrumbTrail } from '../../site/head/trail.tsx'
import type { Crumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ListingGrid } from '../cards/listing-grid.tsx'
import { isPlain, type ListPage, type LoadedList, viewOf, withoutPlace } from '../filtered-list/list-page.ts'
import { ListView, listSections } from '../filtered-list/list-view.tsx'
import { FilterSelects, type SelectName } from '../filters/filter-selects.tsx'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { useFilterChoices } from '../filters/use-filter-choices.ts'
import { KindTabs } from '../lists/kind-tabs.tsx'
import { kindOfTab, type ListingTab, otherTab, tabParam } from '../lists/url-params.ts'
import { withoutFields } from '../query/active-filters.ts'

type ListingTabsPageProps = {
  title: string
  subtitle?: string
  description: string
  /** Returns the page's path with a query. */
  toPath: (query: Query) => string
  crumbs?: readonly Crumb[]
  action?: ReactNode
  tab: ListingTab
  loaded: LoadedList
  /** The topic and place that the path leaves open. */
  taxonomy: ListPage['taxonomy']
  names: readonly SelectName[]
  /** The parameter with the page of the current tab. */
  pageName?: string
  /** The pages of both tabs, if each has its own. */
  pages?: Query
  emptyMessage: Message
  /** How many ads the other tab has. An empty tab leads there. */
  elsewhere?: number
  aside?: ReactNode
}

/** A page with a tab for services and one for events: those of a category, a subcategory, a country, or a state. */
export function ListingTabsPage(props: ListingTabsPageProps) {
  const { title, subtitle, description, toPath, crumbs, action, tab, loaded, taxonomy, aside } = props
  const { names, pageName = 'page', pages } = props
  const other = otherTab[tab]
  const to = (tab: ListingTab, query?: Query) => toPath({ tab: tabParam(tab), ...query, ...viewOf(loaded) })
  const current = { ...taxonomy, ...loaded.filters, ...pages }
  const toOther = to(other, { ...taxonomy, ...withoutFields(loaded.filters), ...pages })
  const hasFilters = Object.keys(loaded.filters).length > 0
  const isFiltered = hasFilters || Object.values(taxonomy).some(Boolean)
  const page = { loaded, to: (query: Query) => to(tab, query), taxonomy }
  const content = (
    <>
      <TabFilters page={page} names={names} />
      {/* The grid shows whenever there is a listing (design, section 5, departure 1). */}
      <ListView
        page={page}
        Grid={ListingGrid}
        to={(page) => to(tab, { ...current, [pageName]: page })}
        empty={{
          kind: kindOfTab[tab],
          message: props.emptyMessage,
          unfiltered: isFiltered ? to(tab) : undefined,
          otherTab: { kind: kindOfTab[other], total: props.elsewhere ?? 0, to: toOther },
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
      <KindTabs selected={tab} to={(shown) => (shown === tab ? to(tab, current) : toOther)}>
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

/** Filters the list of a category or a place. */
function TabFilters({ page, names }: { page: ListPage; names: readonly SelectName[] }) {
  const { loaded, to } = page
  const { taxonomy, choices, change } = useFilterChoices(loaded.form)
  const active = names.map((name) => loaded.form.taxonomy[name]).filter(Boolean)
  return (
    <div className="mb-6 space-y-3">
      <GetForm
        aria-label={t('Filters')}
        to={(_, all) => to(withoutPlace(page, toParameters(all)))}
        keepScroll
        // On phones, open filters would cover the results.
        onSubmit={(form) => form.querySelector('details')?.removeAttribute('open')}
        className="md:rounded-lg md:border md:border-line md:bg-surface md:p-1 md:shadow-sheet lg:p-4"
      >
        <FilterSheet active={active.length + loaded.filterCount} buttonClass="rounded-md px-3">
          <div className="filter-panel grid items-end gap-4 md:max-lg:p-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
            <FilterSelects names={names} taxonomy={taxonomy} choices={choices} change={change} />
            <LazySection section={listSections} props={{ section: 'more-fields', ...page }} />
            <div className="filter-apply">
              <Button type="submit" className="max-md:w-full">
                {t('Apply Filter')}
              </Button>
            </div>
          </div>
        </FilterSheet>
      </GetForm>
      {active.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          {/* The smallest place or topic comes first, as in an address. */}
          {t('Showing only {names}', { names: active.toReversed().map(localName).join(', ') })}
          <TextLink href={to({})} className="inline-flex min-h-11 items-center">
            {t('Remove filters')}
          </TextLink>
        </p>
      )}
      <LazySection
        section={listSections}
        props={{ section: 'summary', ...page, hide: names, clear: active.length > 0 ? null : to({}) }}
      />
    </div>
  )
}
