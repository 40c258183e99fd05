/** The score of a listing, by which relevance orders. */
import { type Columns, columnFlags } from './columns.ts'
import type { Level, WeightedConcept } from './concepts.ts'
import { type ConceptMatch, gainOf } from './match.ts'
import type { IdSet } from './taxonomy.ts'

/** How much a listing in the boosted places gains. */
export type Boost = { places: IdSet; gain: number }

/** Returns the sum of the gains of a slot, or half of it for a stale service. Concepts that it does not match gain nothing. */
export function scoreOf(
  concepts: WeightedConcept[],
  matches: ConceptMatch[],
  boost: Boost | null,
  columns: Columns,
  slot: number,
): number {
  let score = boost?.places[columns.place[slot] ?? 0] ? boost.gain : 0
  for (let concept = 0; concept < matches.length; concept++) {
    score += gainOf(concepts[concept]?.levels ?? noLevels, matches[concept] ?? noMatch, slot)
  }
  return ((columns.flags[slot] ?? 0) & columnFlags.stale) === 0 ? score : score >> 1
}

const noLevels: Level[] = []
const noMatch: ConceptMatch = []
