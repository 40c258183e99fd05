import { Button } from '../ui/button.tsx'
import { GetForm } from '../ui/get-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { FilterSelects, type SelectName } from './filter-selects.tsx'
import type { Choices, Filters } from './filters.ts'
import { useFilterChoices } from './use-filter-choices.ts'

type TabFiltersProps = {
  /** Says what the form filters by. */
  label: string
  /** The filters to choose. The page sets the others. */
  names: readonly SelectName[]
  /** Returns the path of this page and tab with the chosen filters. */
  to: (filters: Partial<Filters>) => string
  loaded: { filters: Filters; choices: Choices }
}

/** Narrows the list of a category or a subcategory to a place. */
export const PlaceFilters = (props: Omit<TabFiltersProps, 'label' | 'names'>) => (
  <TabFilters label="Filter by place" names={['country', 'state', 'city']} {...props} />
)

/** Narrows the list of a category or a place. */
export function TabFilters({ label, names, to, loaded }: TabFiltersProps) {
  const { filters, choices, change } = useFilterChoices(loaded)
  const active = names.map((name) => loaded.filters[name]).filter(Boolean)
  return (
    <div className="mb-6">
      <GetForm
        aria-label={label}
        to={to}
        keepScroll
        // On phones, open filters would cover the results.
        onSubmit={(form) => form.querySelector('details')?.removeAttribute('open')}
        className="rounded-lg border border-line bg-surface p-1 shadow-sheet lg:p-4"
      >
        <details className="unfold-wide">
          <summary className="flex min-h-11 items-center justify-between gap-3 rounded-md pl-3 text-sm font-semibold">
            {active.length > 0 ? `${label} (${active.length})` : label}
            <Icon name="sliders-horizontal" className="mr-0.5 size-4 text-soft" />
          </summary>
          <div className="grid items-end gap-4 max-lg:p-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
            <FilterSelects names={names} filters={filters} choices={choices} change={change} />
            <Button type="submit">Apply Filter</Button>
          </div>
        </details>
      </GetForm>
      {active.length > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm">
          {/* The smallest place or topic comes first, as in an address. */}
          Showing only {active.toReversed().join(', ')}
          <TextLink href={to({})} className="inline-flex min-h-11 items-center">
            Remove filters
          </TextLink>
        </p>
      )}
    </div>
  )
}
