import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Sort, sorts } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { SelectField } from '../ui/field.tsx'
import { filterFormId } from './filter-form.tsx'
import type { Filters } from './filters.ts'

type SortSelectProps = { kind: Kind; filters: Filters; sort: Sort | undefined }

/** Belongs to the filter form, wherever it stands; with scripts a change applies at once. */
export function SortSelect({ kind, filters, sort }: SortSelectProps) {
  const navigate = useNavigate()
  const [seen, setSeen] = useState(sort)
  const [chosen, setChosen] = useState(sort)
  if (seen !== sort) {
    setSeen(sort)
    setChosen(sort)
  }
  return (
    <div className="max-sm:w-full">
      <SelectField
        inline
        label="Sort by"
        name="sort"
        form={filterFormId}
        value={chosen === 'relevance' ? '' : (chosen ?? '')}
        onChange={(event) => {
          const next = sorts.find((known) => known === event.target.value)
          setChosen(next)
          navigate(paths.listings(kind, { ...filters, sort: next }), { preventScrollReset: true })
        }}
        options={optionsFor(kind, filters.searchtext !== '')}
      />
    </div>
  )
}

/** The first is what the server does unasked, so it stays out of the address (design, section 4). */
function optionsFor(kind: Kind, searching: boolean) {
  const unasked = searching ? 'Best match' : kind === 'event' ? 'Soonest first' : 'Newest first'
  const asked = [
    { value: 'newest', label: 'Newest first' },
    { value: 'soonest', label: 'Soonest first' },
    { value: 'price-asc', label: 'Price: low to high' },
    { value: 'price-desc', label: 'Price: high to low' },
  ].filter(({ value, label }) => label !== unasked && (kind === 'event' || value !== 'soonest'))
  return [{ value: '', label: unasked }, ...asked]
}
