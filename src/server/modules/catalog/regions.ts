import { foldName } from '../../../shared/text-normalization.ts'
import type { StoredCatalog } from './queries.ts'

/**
 * Returns which countries, states, and cities a site offers that is limited to some regions: those of the lines, such as `France` and
 * `Montana, United States`. Lines that name no place count for nothing, and without any line, the site offers all places.
 */
export function offeredRegions(lines: string, { countries, states }: StoredCatalog) {
  const isNamed = ({ name, other_names }: { name: string; other_names: string[] }, text: string) =>
    [name, ...other_names].some((each) => foldName(each) === foldName(text.trim()))
  const offered = new Set<number>()
  for (const line of lines.split('\n').filter((line) => line.trim() !== '')) {
    const comma = line.lastIndexOf(',')
    const whole = countries.find((country) => isNamed(country, line))
    const country = whole ?? countries.find((country) => comma > 0 && isNamed(country, line.slice(comma + 1)))
    const parts = states.filter(
      (state) => state.country_id === country?.id && (whole || isNamed(state, line.slice(0, comma))),
    )
    if (!country || (!whole && parts.length === 0)) continue
    for (const { id } of [country, ...parts]) offered.add(id)
  }
  return offered.size > 0 ? offered : null
}
