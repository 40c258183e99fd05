import { maxSearchTextLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import type { Query } from '../../shared/paths.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { GetForm } from '../ui/get-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { FilterSelects } from './filter-selects.tsx'
import type { Choices, Filters } from './filters.ts'
import { useFilterChoices } from './use-filter-choices.ts'

export const filterFormId = 'filters'

type FilterFormProps = {
  kind: Kind
  loaded: { filters: Filters; choices: Choices }
  /** Returns the path of the filtered list; by default that of all listings of the kind. */
  to?: (query: Query) => string
}

/** Works without scripts. With scripts, dependent selects update at once and empty fields stay out of the URL. */
export function FilterForm({ kind, loaded, to = (query) => paths.listings(kind, query) }: FilterFormProps) {
  const { filters, choices, change } = useFilterChoices(loaded)
  const active = Object.entries(loaded.filters).filter(
    ([name, value]) => name !== 'searchtext' && value,
  ).length

  return (
    <GetForm
      id={filterFormId}
      to={to}
      // On phones, open filters would cover the results.
      onSubmit={(form) => form.querySelector('details')?.removeAttribute('open')}
      className="list-controls lg:space-y-4 lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-5 lg:shadow-sheet"
    >
      <SearchField
        label="Search by title"
        name="searchtext"
        maxLength={maxSearchTextLength}
        placeholder={kind === 'service' ? 'Haircut, tutoring…' : 'Market, concert…'}
        value={filters.searchtext}
        onChange={(event) => change('searchtext', event.target.value)}
      />
      <details className="unfold-wide">
        <summary className="flex min-h-11 items-center justify-center gap-2 rounded-full border border-edge bg-surface text-sm font-semibold hover:bg-sunken">
          <Icon name="sliders-horizontal" className="size-4" />
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </summary>
        <div className="space-y-4 max-lg:mt-3 max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4 max-lg:shadow-sheet">
          <FilterSelects
            names={['category', 'subcategory', 'country', 'state', 'city']}
            filters={filters}
            choices={choices}
            change={change}
          />
          <Button type="submit" className="w-full">
            Apply Filter
          </Button>
        </div>
      </details>
    </GetForm>
  )
}
