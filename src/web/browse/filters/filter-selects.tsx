import { SelectField } from '../../ui/field.tsx'
import { type Choices, capitalize, type Taxonomy, type TaxonomyName, wordFor } from './taxonomy.ts'

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
    const { options, parent } = selects[name]
    if (name === 'country' && isOnly) return null
    if (parent && !taxonomy[parent] && !(parent === 'country' && isOnly)) return null
    const word = wordFor(name, taxonomy, choices)
    return (
      <SelectField
        key={name}
        label={capitalize(word)}
        name={name}
        none={`Any ${word}`}
        options={options(choices)}
        value={taxonomy[name]}
        onChange={(event) => change(name, event.target.value)}
      />
    )
  })
}

type SelectDefinition = { options: (choices: Choices) => string[]; parent?: SelectName }

const selects: Record<SelectName, SelectDefinition> = {
  category: { options: ({ categories }) => categories },
  subcategory: { options: ({ subcategories }) => subcategories, parent: 'category' },
  country: { options: ({ countries }) => countries.map(({ name }) => name) },
  state: { options: ({ states }) => states, parent: 'country' },
  city: { options: ({ cities }) => cities, parent: 'state' },
}
