/**
 * The selects whose options depend on one another: category and subcategory; country, state and city. Each appears once
 * the one above it has a value, and resets when that changes (specification, section 4).
 */

import { useEffect, useState } from 'react'
import { t } from '../../shared/translate.ts'
import { type Choices, labelOf, optionsOf, type TaxonomyName, wordFor } from '../browse/filters/taxonomy.ts'
import { useFilterChoices } from '../browse/filters/use-filter-choices.ts'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { toTaxonomy } from './load.ts'
import type { DraftSession } from './use-draft-session.ts'

export type DependentSelects = ReturnType<typeof useFilterChoices>

/** `choices` are the options that the page was loaded with; a form with other values fetches its own. */
export function useDependentSelects(session: DraftSession, choices: Choices): DependentSelects {
  const { values, restored, resumedBy } = session
  const [loaded] = useState(() => ({
    taxonomy: toTaxonomy(values),
    choices: restored || resumedBy ? { ...choices, subcategories: [], states: [], cities: [] } : choices,
  }))
  const selects = useFilterChoices(loaded)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => void selects.fill(), [])

  return selects
}

type TopicOrPlaceProps = { part: 'topic' | 'place'; selects: DependentSelects; update: boolean }

/** State and city are required only when a listing is updated (specification, section 5). */
export function TopicOrPlace({ part, selects, update }: TopicOrPlaceProps) {
  const { taxonomy, choices, change, fill } = selects
  const field = (name: TaxonomyName, options: string[], required: boolean) => {
    const word = wordFor(name, taxonomy, choices)
    return (
      <ChoiceField
        label={labelOf(word)}
        name={name}
        required={required}
        optional={!required}
        none={options.length > 0 ? choose(word) : t('No options')}
        options={optionsOf(name, includeValue(options, taxonomy[name]))}
        value={taxonomy[name]}
        onChange={(event) => void change(name, event.target.value)}
        // Retries options that could not be fetched.
        onFocus={() => options.length === 0 && void fill()}
      />
    )
  }
  if (part === 'topic') {
    return (
      <>
        {field('category', choices.categories, true)}
        {taxonomy.category && field('subcategory', choices.subcategories, true)}
      </>
    )
  }
  const countries = choices.countries.map(({ name }) => name)
  return (
    <>
      {countries.length === 1 && taxonomy.country === countries[0] ? (
        // There is nothing to choose.
        <input type="hidden" name="country" value={taxonomy.country} />
      ) : (
        field('country', countries, true)
      )}
      {taxonomy.country && field('state', choices.states, update)}
      {taxonomy.state && field('city', choices.cities, update)}
    </>
  )
}

function choose(word: string): string {
  const shown = labelOf(word).toLowerCase()
  return word.startsWith('e') ? t('Choose an {word}', { word: shown }) : t('Choose a {word}', { word: shown })
}

/** Adds the current value to the options, so that it is visible while they are missing. */
const includeValue = (options: string[], value: string): string[] =>
  value === '' || options.includes(value) ? options : [value, ...options]
