/** What a search text asks for, as `understand` returns it. */
import type { DistanceUnit } from '../../../../shared/distance.ts'
import type { Circle, Concept, DayFilter } from '../engine.ts'

export type ParsedQuery = {
  concepts: Concept[]
  /** Each is the terms of one quoted phrase. Its words are among the concepts, too. */
  phrases: string[][]
  place: RecognizedPlace | null
  /** The whole text with typos corrected; null if none was corrected. */
  corrected: string | null
  /** What the text says about the price, as in `free concert` and `under $40`. */
  price: RecognizedPrice | null
  /** When events take place, as in `music this weekend`. Says nothing about services. */
  days: RecognizedDays | null
  /** The town of a postal code. */
  near: RecognizedTown | null
  /** Whether it is a sentence with a subordinate clause, of which the main clause can be read alone. */
  hasClauses: boolean
}

/** A place that the text names, such as `Austin, Texas` for `austin tx`. Several places can share a name. */
export type RecognizedPlace = {
  level: 'country' | 'state' | 'city'
  ids: number[]
  name: string
  typed: string
}

/** A part of the text that becomes a filter: as typed, and the text without it. */
export type RecognizedPart = { typed: string; rest: string }
/** In the currency of the site, inclusive. An open end is left out. */
export type RecognizedPrice = RecognizedPart & { range: { min?: number; max?: number } }
export type RecognizedDays = RecognizedPart & { days: DayFilter }
export type RecognizedTown = RecognizedPart & { name: string; unit: DistanceUnit; circle: Circle }
