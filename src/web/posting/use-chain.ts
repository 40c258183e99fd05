/** What is chosen of the catalog, and what may be chosen below it (specification, section 4). */
import { useEffect, useState } from 'react'
import { type Choices, readFilters } from '../lists/filters.ts'
import { useFilterChoices } from '../lists/use-filter-choices.ts'
import { useHydrated } from '../ui/hydrated.ts'
import type { Work } from './use-work.ts'

export type Chain = ReturnType<typeof useFilterChoices>

const names = ['category', 'subcategory', 'country', 'state', 'city'] as const

/** `choices` are those of the page as it was loaded; a form filled in anew fetches its own. */
export function useChain({ values, resumed }: Work, choices: Choices): Chain {
  const [loaded] = useState(() => {
    const filters = readFilters(new URLSearchParams())
    for (const name of names) filters[name] = values[name]
    return { filters, choices: resumed ? { ...choices, subcategories: [], states: [], cities: [] } : choices }
  })
  const chain = useFilterChoices(loaded)
  const early = useChosenEarly()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts have taken over
  useEffect(() => {
    void chain.fill()
    for (const { name, value } of early) if (value !== values[name]) void chain.change(name, value)
  }, [])

  return chain
}

/** What was chosen before the scripts ran stands in the page alone, and only until React has taken the selects over. */
function useChosenEarly() {
  const takenOver = useHydrated()
  const [early] = useState(() =>
    takenOver || typeof document === 'undefined' ? [] : names.flatMap((name) => selectOf(name)),
  )
  return early
}

function selectOf<Name extends string>(name: Name): { name: Name; value: string }[] {
  const [select] = document.getElementsByName(name)
  return select instanceof HTMLSelectElement ? [{ name, value: select.value }] : []
}
