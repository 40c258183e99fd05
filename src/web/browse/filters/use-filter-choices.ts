import type { Api } from '../../../shared/api-client.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useStateFrom } from '../../ui/changes.ts'
import { namesFor } from './read-taxonomy.ts'
import { type Choices, changeTaxonomy, countryIn, type Taxonomy, type TaxonomyName } from './taxonomy.ts'

type FilterFormState = { taxonomy: Taxonomy; choices: Choices }

/** The form's state until it is submitted: the chosen values, and the options of each select. */
export function useFilterChoices(loaded: FilterFormState) {
  const { api } = useBackend()
  // New loader data (filters applied, a chip removed, the back button) replaces the form's state.
  const [form, setForm] = useStateFrom(loaded)

  async function change(name: TaxonomyName, value: string) {
    const changed = changeTaxonomy(form.taxonomy, name, value)
    setForm((form) => ({
      taxonomy: changeTaxonomy(form.taxonomy, name, value),
      choices: { ...form.choices, ...clearedBy[name] },
    }))
    const options = await fetchOptions(api, name, changed, form.choices)
    // A slow response must not fill the options of a newer choice.
    setForm((form) =>
      form.taxonomy[name] === value ? { ...form, choices: { ...form.choices, ...options } } : form,
    )
  }

  /** Fetches the missing options of dependent selects, for values chosen elsewhere or after failed requests. */
  async function fill(): Promise<Choices> {
    const { taxonomy, choices } = form
    const fetchMissing = (options: string[], name: TaxonomyName) =>
      options.length > 0 ? {} : fetchOptions(api, name, taxonomy, choices)
    const [subcategories, states, cities] = await Promise.all([
      fetchMissing(choices.subcategories, 'category'),
      fetchMissing(choices.states, 'country'),
      fetchMissing(choices.cities, 'state'),
    ])
    const filled = { ...choices, ...subcategories, ...states, ...cities }
    setForm((form) => (form.taxonomy === taxonomy ? { taxonomy, choices: filled } : form))
    return filled
  }

  return { ...form, change, fill }
}

const clearedBy: Partial<Record<TaxonomyName, Partial<Choices>>> = {
  category: { subcategories: [] },
  country: { states: [], cities: [] },
  state: { cities: [] },
}

/** Fetches the options that depend on the value of `name`. A failed request yields none (specification, section 8). */
async function fetchOptions(
  api: Api,
  name: TaxonomyName,
  taxonomy: Taxonomy,
  { countries, kind }: Choices,
): Promise<Partial<Choices>> {
  const slug = countryIn(taxonomy, { countries })?.slug
  try {
    if (name === 'category' && taxonomy.category) {
      const category = await api.getSingleCategory({ query: { category: taxonomy.category } })
      return { subcategories: namesFor(category.subcategories, kind) }
    }
    if (!slug || (name !== 'country' && !(name === 'state' && taxonomy.state))) return {}
    const { country, state } = taxonomy
    const locations = await api.listPlaces({ query: name === 'country' ? { country } : { country, state } })
    const states = locations.find((location) => location.slug === slug)?.state ?? []
    if (name === 'country') return { states: namesOf(states) }
    return { cities: namesOf(states.find((state) => state.name === taxonomy.state)?.cities ?? []) }
  } catch {
    return {}
  }
}

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)
