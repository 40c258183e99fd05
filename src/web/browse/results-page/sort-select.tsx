import { useState } from 'react'
import { listSorts, type Sort, sorts, sortsOf } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Query } from '../../../shared/paths.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { filterFormId } from './filter-form.tsx'

type SortSelectProps = {
  kind: Kind
  sort: Sort | undefined
  /** The parameters of the current list. */
  query: Query
  /** Returns the path of the list with other parameters. */
  to: (query: Query) => string
}

/** Part of the filter form, although outside of it. With scripts, a change applies at once. */
export function SortSelect({ kind, sort, query, to }: SortSelectProps) {
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
          navigate(to({ ...query, sort: next }), { keepScroll: true })
        }}
        options={optionsFor(kind, Boolean(query.searchtext), Boolean(query.near))}
      />
    </div>
  )
}

/** The first option is the server's default, so it stays out of the URL (design, section 4). */
const optionsFor = (kind: Kind, words: boolean, near: boolean) =>
  sortsOf(kind, { words, near }).map((sort, at) => ({
    value: at === 0 ? '' : sort,
    label: listSorts[sort].label,
  }))
