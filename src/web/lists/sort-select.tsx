import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Sort, sorts } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { Query } from '../../shared/paths.ts'
import { paths } from '../paths.ts'
import { SelectField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { filterFormId } from './filter-form.tsx'
import type { Filters } from './filters.ts'

type SortSelectProps = {
  kind: Kind
  filters: Filters
  sort: Sort | undefined
  /** Returns the path of the sorted list; by default that of all listings of the kind. */
  to?: (query: Query) => string
}

/** Part of the filter form, although outside of it. With scripts, a change applies at once. */
export function SortSelect({
  kind,
  filters,
  sort,
  to = (query) => paths.listings(kind, query),
}: SortSelectProps) {
  const navigate = useNavigate()
  const [lastSort, setLastSort] = useState(sort)
  const [chosen, setChosen] = useState(sort)
  if (lastSort !== sort) {
    setLastSort(sort)
    setChosen(sort)
  }
  return (
    <div className="list-sort">
      <Icon
        name="arrow-up-down"
        className="pointer-events-none absolute inset-0 z-10 m-auto size-5 sm:hidden"
      />
      <SelectField
        inline
        label="Sort by"
        name="sort"
        form={filterFormId}
        value={chosen === 'relevance' ? '' : (chosen ?? '')}
        onChange={(event) => {
          const next = sorts.find((sort) => sort === event.target.value)
          setChosen(next)
          navigate(to({ ...filters, sort: next }), { preventScrollReset: true })
        }}
        options={optionsFor(kind, filters.searchtext !== '')}
      />
    </div>
  )
}

/** The first option is the server's default, so it stays out of the URL (design, section 4). */
function optionsFor(kind: Kind, searching: boolean) {
  const defaultLabel = searching ? 'Best match' : kind === 'event' ? 'Soonest first' : 'Newest first'
  const others = [
    { value: 'newest', label: 'Newest first' },
    { value: 'soonest', label: 'Soonest first' },
    { value: 'price-asc', label: 'Price: low to high' },
    { value: 'price-desc', label: 'Price: high to low' },
  ].filter(({ value, label }) => label !== defaultLabel && (kind === 'event' || value !== 'soonest'))
  return [{ value: '', label: defaultLabel }, ...others]
}
