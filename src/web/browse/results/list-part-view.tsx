/** The parts of a list page that are links and plain form fields, in one module that browsers load late. */

import { MiniMonth } from '../calendar/mini-month.tsx'
import { isPlain, type ListPage } from '../filtered-list/list-page.ts'
import type { FilterName } from '../filters/taxonomy.ts'
import { NoListings, type NoListingsProps } from '../lists/no-listings.tsx'
import { Alternatives } from './alternatives.tsx'
import { FacetLinks } from './facet-links.tsx'
import { FeedLinks } from './feed-links.tsx'
import { FilterChips } from './filter-chips.tsx'
import { NarrowingFields } from './filter-fields.tsx'
import { MoreFilters } from './more-filters.tsx'
import { RejectedNote } from './rejected-note.tsx'
import { SearchNote } from './search-note.tsx'
import { ViewLinks } from './view-links.tsx'

export type ListPartProps = ListPage &
  (
    | { part: 'fields' | 'more-fields' | 'feeds' | 'month' }
    | { part: 'summary'; hide: readonly FilterName[]; clear: string | null }
    | { part: 'empty'; empty: NoListingsProps }
  )

export function ListPartView(props: ListPartProps) {
  const { loaded, to, filters } = props
  const page = { loaded, to, filters }
  switch (props.part) {
    case 'fields':
      return (
        <>
          <NarrowingFields {...page} />
          <FacetLinks {...page} />
        </>
      )
    case 'more-fields':
      return (
        <MoreFilters open={loaded.narrowed > 0 || Object.keys(loaded.rejected).length > 0}>
          <NarrowingFields {...page} wide />
          <FacetLinks {...page} wide />
        </MoreFilters>
      )
    case 'summary':
      return (
        <>
          {(loaded.list.total > 0 || !isPlain(loaded)) && <ViewLinks loaded={loaded} />}
          <RejectedNote rejected={loaded.rejected} />
          <SearchNote {...page} />
          <FilterChips {...page} hide={props.hide} clear={props.clear} />
        </>
      )
    case 'month':
      return loaded.month && <MiniMonth counts={loaded.month} />
    case 'feeds':
      return <FeedLinks kind={loaded.kind} filters={loaded.form.filters} narrowing={loaded.narrowing} />
    case 'empty':
      return (
        <>
          <NoListings {...props.empty} />
          <Alternatives {...page} />
        </>
      )
  }
}
