import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { maxSearchTextLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { SearchField, SelectField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Choices, Filters } from './filters.ts'
import { StateAndCity } from './place-selects.tsx'
import { useFilterChoices } from './use-filter-choices.ts'

export const filterFormId = 'filters'

type FilterFormProps = { kind: Kind; loaded: { filters: Filters; choices: Choices } }

/** Works without scripts. With scripts, dependent selects update at once and empty fields stay out of the URL. */
export function FilterForm({ kind, loaded }: FilterFormProps) {
  const { filters, choices, change } = useFilterChoices(loaded)
  const apply = useApply(kind)
  const active = Object.entries(loaded.filters).filter(
    ([name, value]) => name !== 'searchtext' && value,
  ).length

  return (
    <form
      id={filterFormId}
      method="get"
      action={paths.listings(kind)}
      onSubmit={apply}
      className="space-y-4 rounded-lg border border-line bg-surface p-4 shadow-sheet lg:p-5"
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
        <summary className="flex min-h-11 items-center justify-center gap-2 rounded-full border border-edge text-sm font-semibold hover:bg-sunken">
          <Icon name="sliders-horizontal" className="size-4" />
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </summary>
        <div className="space-y-4 max-lg:pt-4">
          <SelectField
            label="Category"
            name="category"
            none="Any category"
            options={choices.categories}
            value={filters.category}
            onChange={(event) => change('category', event.target.value)}
          />
          {filters.category && (
            <SelectField
              label="Subcategory"
              name="subcategory"
              none="Any subcategory"
              options={choices.subcategories}
              value={filters.subcategory}
              onChange={(event) => change('subcategory', event.target.value)}
            />
          )}
          <SelectField
            label="Country"
            name="country"
            none="Any country"
            options={choices.countries.map(({ name }) => name)}
            value={filters.country}
            onChange={(event) => change('country', event.target.value)}
          />
          <StateAndCity filters={filters} choices={choices} change={change} />
          <Button type="submit" className="w-full">
            Apply Filter
          </Button>
        </div>
      </details>
    </form>
  )
}

/** Navigates as submitting the form would, without the empty fields in the URL. */
function useApply(kind: Kind) {
  const navigate = useNavigate()
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // On phones, open filters would cover the results.
    event.currentTarget.querySelector('details')?.removeAttribute('open')
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()])
    navigate(paths.listings(kind, Object.fromEntries(fields)))
  }
}
