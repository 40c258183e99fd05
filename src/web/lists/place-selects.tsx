import { SelectField } from '../ui/field.tsx'
import type { Choices, FilterName, Filters } from './filters.ts'

type StateAndCityProps = {
  filters: Filters
  choices: Choices
  change: (name: FilterName, value: string) => void
}

/** Offers states once a country is chosen, and cities once a state is (specification, section 4). */
export function StateAndCity({ filters, choices, change }: StateAndCityProps) {
  return (
    <>
      {filters.country && (
        <SelectField
          label="State"
          name="state"
          none="Any state"
          options={choices.states}
          value={filters.state}
          onChange={(event) => change('state', event.target.value)}
        />
      )}
      {filters.state && (
        <SelectField
          label="City"
          name="city"
          none="Any city"
          options={choices.cities}
          value={filters.city}
          onChange={(event) => change('city', event.target.value)}
        />
      )}
    </>
  )
}
