import { SelectField } from '../../ui/field.tsx'
import {
  anyOf,
  type Choices,
  labelOf,
  optionsOf,
  type Taxonomy,
  type TaxonomyName,
  wordFor,
} from './taxonomy.ts'

/** What is chosen from a list of options. */
export type SelectName = Exclude<TaxonomyName, 'searchtext'>

type FilterSelectsProps = {
  names: readonly SelectName[]
  taxonomy: Taxonomy
  choices: Choices
  change: (name: TaxonomyName, value: string) => void
}

/**
 * Offers subcategories once a category is chosen, states once a country is, and so on (specification, section 4). The only country of a site
 * is not offered: its states are.
 */
export function FilterSelects({ names, taxonomy, choices, change }: FilterSelectsProps) {
  const isOnly = choices.countries.length === 1
  return names.map((name) => {
    const parent = parents[name]
    if (isOnly ? name === 'country' : name === 'state' && !taxonomy.country) return null
    if (parent && !taxonomy[parent]) return null
    const word = wordFor(name, taxonomy, choices)
    return (
      <SelectField
        key={name}
        label={labelOf(word)}
        name={name}
        none={anyOf(word)}
        options={optionsOf(
          name,
          name === 'country' ? choices.countries.map((country) => country.name) : choices[lists[name]],
        )}
        value={taxonomy[name]}
        onChange={(event) => change(name, event.target.value)}
      />
    )
  })
}

const parents: Partial<Record<SelectName, SelectName>> = {
  subcategory: 'category',
  city: 'state',
}
const lists = {
  category: 'categories',
  subcategory: 'subcategories',
  state: 'states',
  city: 'cities',
} as const
