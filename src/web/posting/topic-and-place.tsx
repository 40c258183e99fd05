import type { FilterName } from '../lists/filters.ts'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import type { Chain } from './use-chain.ts'

type Props = { part: 'topic' | 'place'; chain: Chain; update: boolean }

/**
 * Each list appears once something is chosen above it, and starts again when that changes (specification, section 4).
 * State and city are asked for only when a listing is changed (section 5).
 */
export function Taxonomy({ part, chain: { filters, choices, change, fill }, update }: Props) {
  const field = (name: FilterName, label: string, options: string[], required: boolean) => (
    <ChoiceField
      label={label}
      name={name}
      required={required}
      none={options.length > 0 ? `Choose a ${name}` : 'Nothing to choose from'}
      options={withChosen(options, filters[name])}
      value={filters[name]}
      onChange={(event) => void change(name, event.target.value)}
      // A list that could not be fetched is asked for again by whoever looks into it.
      onFocus={() => options.length === 0 && void fill()}
    />
  )
  if (part === 'topic') {
    return (
      <>
        {field('category', 'Category', choices.categories, true)}
        {filters.category && field('subcategory', 'Subcategory', choices.subcategories, true)}
      </>
    )
  }
  const countries = choices.countries.map(({ name }) => name)
  return (
    <>
      {field('country', 'Country', countries, true)}
      {filters.country && field('state', 'State', choices.states, update)}
      {filters.state && field('city', 'City', choices.cities, update)}
    </>
  )
}

/** What is chosen can be seen even while its list is missing. */
const withChosen = (options: string[], chosen: string): string[] =>
  chosen === '' || options.includes(chosen) ? options : [chosen, ...options]
