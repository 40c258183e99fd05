import { useState } from 'react'
import { citiesOf, statesOf, subcategoriesOf } from '../catalog/choices.ts'
import { type Choices, type FilterName, type Filters, withFilter } from './filters.ts'

type Loaded = { filters: Filters; choices: Choices }

/** The form's own state between two applications: what is chosen, and what may be chosen next. */
export function useFilterChoices(loaded: Loaded) {
  const [seen, setSeen] = useState(loaded)
  const [form, setForm] = useState(loaded)

  // A new answer (filters applied, a chip removed, the back button) replaces what the form held.
  if (seen !== loaded) {
    setSeen(loaded)
    setForm(loaded)
  }

  async function change(name: FilterName, value: string) {
    setForm((now) => ({
      filters: withFilter(now.filters, name, value),
      choices: { ...now.choices, ...listsBelow(name) },
    }))
    const lists = await fetchLists(name, withFilter(form.filters, name, value), form.choices.countries)
    // A slow answer must not fill the lists of what has been chosen since.
    setForm((now) => (now.filters[name] === value ? { ...now, choices: { ...now.choices, ...lists } } : now))
  }

  /** Fetches the lists that are missing below what is chosen: it was chosen elsewhere, or fetching them has failed. */
  async function fill(): Promise<Choices> {
    const { filters, choices } = form
    const fetched = (list: string[], name: FilterName) =>
      list.length > 0 ? {} : fetchLists(name, filters, choices.countries)
    const [subcategories, states, cities] = await Promise.all([
      fetched(choices.subcategories, 'category'),
      fetched(choices.states, 'country'),
      fetched(choices.cities, 'state'),
    ])
    const filled = { ...choices, ...subcategories, ...states, ...cities }
    setForm((now) => (now.filters === filters ? { filters, choices: filled } : now))
    return filled
  }

  return { ...form, change, fill }
}

function listsBelow(name: FilterName): Partial<Choices> {
  if (name === 'category') return { subcategories: [] }
  if (name === 'country') return { states: [], cities: [] }
  if (name === 'state') return { cities: [] }
  return {}
}

async function fetchLists(
  name: FilterName,
  filters: Filters,
  countries: Choices['countries'],
): Promise<Partial<Choices>> {
  const slug = countries.find((country) => country.name === filters.country)?.slug
  if (name === 'category' && filters.category) {
    return { subcategories: await subcategoriesOf(filters.category) }
  }
  if (name === 'country' && slug) return { states: await statesOf(slug) }
  if (name === 'state' && slug && filters.state) return { cities: await citiesOf(slug, filters.state) }
  return {}
}
