import { GetForm } from '../../framework/router/get-form.tsx'
import { LazySection } from '../../framework/sections/deferred.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { ListPage } from '../filtered-list/list-page.ts'
import { listSections } from '../filtered-list/list-view.tsx'
import { FilterSelects, type SelectName } from '../filters/filter-selects.tsx'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { useFilterChoices } from '../filters/use-filter-choices.ts'

type TabFiltersProps = {
  page: ListPage
  /** The filters to choose. The page's path sets the others. */
  names: readonly SelectName[]
}

/** Filters the list of a category or a place. */
export function TabFilters({ page, names }: TabFiltersProps) {
  const { loaded, to } = page
  const { taxonomy, choices, change } = useFilterChoices(loaded.form)
  const active = names.map((name) => loaded.form.taxonomy[name]).filter(Boolean)
  return (
    <div className="mb-6 space-y-3">
      <GetForm
        aria-label="Filters"
        to={to}
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
                Apply Filter
              </Button>
            </div>
          </div>
        </FilterSheet>
      </GetForm>
      {active.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          {/* The smallest place or topic comes first, as in an address. */}
          Showing only {active.toReversed().join(', ')}
          <TextLink href={to({})} className="inline-flex min-h-11 items-center">
            Remove filters
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
