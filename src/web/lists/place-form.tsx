import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import type { Choices, Filters } from './filters.ts'
import { StateAndCity } from './place-selects.tsx'
import type { ListingTab } from './url-params.ts'
import { useFilterChoices } from './use-filter-choices.ts'

type PlaceFormProps = { slug: string; tab: ListingTab; loaded: { filters: Filters; choices: Choices } }

/** Narrows a country's listings to a state, and then to a city. */
export function PlaceForm({ slug, tab, loaded }: PlaceFormProps) {
  const { filters, choices, change } = useFilterChoices(loaded)
  const navigate = useNavigate()
  const tabValue = tab === 'events' ? tab : undefined
  return (
    <form
      method="get"
      action={paths.location(slug)}
      onSubmit={(event) => {
        event.preventDefault()
        const { state, city } = filters
        navigate(paths.location(slug, { tab: tabValue, state, city }), { preventScrollReset: true })
      }}
      className="mb-7 grid items-end gap-4 rounded-lg border border-line bg-surface p-4 shadow-sheet sm:grid-cols-2 md:flex md:[&>*]:w-60"
    >
      {tabValue && <input type="hidden" name="tab" value={tabValue} />}
      <StateAndCity filters={filters} choices={choices} change={change} />
      <Button type="submit" className="md:w-auto!">
        Apply Filter
      </Button>
    </form>
  )
}
