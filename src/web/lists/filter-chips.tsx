import type { Sort } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { Query } from '../../shared/paths.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { type Filters, filterNames, withFilter } from './filters.ts'

type FilterChipsProps = {
  kind: Kind
  filters: Filters
  sort: Sort | undefined
  /** Returns the path of the filtered list; by default that of all listings of the kind. */
  to?: (query: Query) => string
}

/** The active filters, each with a link that removes it and the filters that depend on it. */
export function FilterChips({
  kind,
  filters,
  sort,
  to = (query) => paths.listings(kind, query),
}: FilterChipsProps) {
  const active = filterNames.filter((name) => filters[name])
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li key={name}>
          <a
            href={to({ ...withFilter(filters, name, ''), sort })}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-accent-wash px-4 text-sm hover:border-accent lg:min-h-9"
          >
            <span className="sr-only">Remove filter</span>
            <span className="max-w-60 truncate">
              {name === 'searchtext' ? `“${filters[name]}”` : filters[name]}
            </span>
            <Icon name="x" className="size-4 shrink-0 text-accent" />
          </a>
        </li>
      ))}
      <li>
        <a
          href={to({ sort })}
          className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-accent underlined lg:min-h-9"
        >
          Clear all
        </a>
      </li>
    </ul>
  )
}
