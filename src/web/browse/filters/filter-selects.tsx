import { SelectField } from '../../ui/field.tsx'
import type { Choices, Taxonomy, TaxonomyName } from './taxonomy.ts'

/** What is chosen from a list of options. */
export type SelectName = Exclude<TaxonomyName, 'searchtext'>

type FilterSelectsProps = {
  names: readonly SelectName[]
  taxonomy: Taxonomy
  choices: Choices
  change: (name: TaxonomyName, value: string) => void
}

/** Offers subcategories once a category is chosen, states once a country is, and so on (specification, section 4). */
export function FilterSelects({ names, taxonomy, choices, change }: FilterSelectsProps) {
  return names.map((name) => {
    const { label, none, options, parent } = selects[name]
    if (parent && !taxonomy[parent]) return null
    return (
      <SelectField
        key={name}
        label={label}
        name={name}
        none={none}
        options={options(choices)}
        value={taxonomy[name]}
        onChange={(event) => change(name, event.target.value)}
      />
    )
  })
}

type SelectDefinition = {
  label: string
  none: string
  options: (choices: Choices) => string[]
  parent?: SelectName
}

const selects: Record<SelectName, SelectDefinition> = {
  category: { label: 'Category', none: 'Any category', options: ({ categories }) => categories },
  subcategory: {
    label: 'Subcategory',
    none: 'Any subcategory',
    options: ({ subcategories }) => subcategories,
    parent: 'category',
  },
  country: {
    label: 'Country',
    none: 'Any country',
    options: ({ countries }) => countries.map(({ name }) => name),
  },
  state: { label: 'State', none: 'Any state', options: ({ states }) => states, parent: 'country' },
  city: { label: 'City', none: 'Any city', options: ({ cities }) => cities, parent: 'state' },
}
