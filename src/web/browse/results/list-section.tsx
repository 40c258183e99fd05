/** The sections of a list page that are links and plain form fields, in one module that browsers load late. */

import type { ReactNode } from 'react'
import { t } from '../../../shared/translate.ts'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { Icon } from '../../ui/icon.tsx'
import { daySection } from '../filtered-list/day-section.ts'
import { isPlain, type ListPage } from '../filtered-list/list-page.ts'
import type { TaxonomyName } from '../filters/taxonomy.ts'
import { NoListings, type NoListingsProps } from '../lists/no-listings.tsx'
import { FacetLinks } from './facet-links.tsx'
import { FeedLinks, NotifyLink } from './feed-links.tsx'
import { anywhereAt, FilterChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import { Alternatives, AnywhereNote, RejectedNote, SearchNote } from './list-notes.tsx'
import { ViewLinks } from './view-links.tsx'

export type ListSectionProps = ListPage &
  (
    | { section: 'fields' | 'more-fields' | 'feeds' | 'month' }
    | { section: 'summary'; hide: readonly TaxonomyName[]; clear: string | null }
    | { section: 'empty'; empty: NoListingsProps }
  )

export function ListSection(props: ListSectionProps) {
  const { loaded, to, taxonomy } = props
  const page = { loaded, to, taxonomy }
  switch (props.section) {
    case 'fields':
      return (
        <>
          <FilterFields {...page} />
          <FacetLinks {...page} />
        </>
      )
    case 'more-fields':
      return (
        <MoreFilters open={loaded.filterCount > 0 || Object.keys(loaded.rejected).length > 0}>
          <FilterFields {...page} wide />
          <FacetLinks {...page} wide />
        </MoreFilters>
      )
    case 'summary':
      return (
        <>
          <div className="map-link">
            <NotifyLink loaded={loaded} />
            {(loaded.list.total > 0 || !isPlain(loaded)) && <ViewLinks loaded={loaded} />}
          </div>
          {loaded.kind === 'event' && !loaded.calendar && (
            <LazySection section={daySection} props={{ part: 'chips' as const, loaded }} />
          )}
          <AnywhereNote {...page} />
          <RejectedNote rejected={loaded.rejected} />
          <SearchNote {...page} />
          <FilterChips {...page} hide={props.hide} clear={props.clear} />
        </>
      )
    case 'month':
      return loaded.month && <LazySection section={daySection} props={{ part: 'month' as const, loaded }} />
    case 'feeds':
      return <FeedLinks kind={loaded.kind} taxonomy={loaded.form.taxonomy} filters={loaded.filters} />
    case 'empty':
      return (
        <>
          <NoListings
            {...props.empty}
            unfiltered={props.empty.unfiltered && anywhereAt(props.empty.unfiltered, page)}
          />
          <Alternatives {...page} />
        </>
      )
  }
}

/** Folds filters away where they would push the list off the screen. On phones, they are behind a button already. */
export function MoreFilters({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="unfold-narrow group/more max-lg:col-span-full open:col-span-full">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-md text-sm font-semibold text-accent">
        <Icon name="chevron-down" className="size-4.5 transition-transform group-open/more:rotate-180" />
        {t('More filters')}
      </summary>
      <div className="space-y-5 lg:pt-2">{children}</div>
    </details>
  )
}
