/** The parts of a statement that find the listings of a filter and of concepts. */

import type { Circle, Concept, EngineFilter, Instant } from '../../engine.ts'
import { townsIn } from '../matching.ts'
import { anyOf, matchConcept } from './concepts.ts'
import { type Column, clockColumns, distanceTo, type Key, takesPlace } from './expressions.ts'
import { choiceId, documentId, kinds, numberColumn, placeToken, topicToken } from './tables.ts'
import type { Tree } from './tree.ts'

/** What a statement selects from: all of `match`, with these columns, under these conditions. */
export type Selection = { match: string[]; columns: Column[]; conditions: string[] }

/** Facets and totals of more listings than a server reads within this time are those of the listings that it has read. */
const maxReadMs = 1_000

/** More tokens are compared as numbers: the time of reading a list of tokens grows with the square of their number. */
const maxMatchedTokens = 300

/** Returns what passes a filter; null if nothing can. */
export function selectFiltered(filter: EngineFilter, now: Instant, tree: Tree): Selection | null {
  const selection: Selection = { match: [], columns: [], conditions: [`kind=${kinds[filter.kind]}`] }
  const { conditions } = selection
  for (const level of ['topic', 'place'] as const) {
    const tokenOf = level === 'topic' ? topicToken : placeToken
    for (const [at, ids] of filter[`${level}s`].entries()) {
      if (ids.length === 0) return null
      if (ids.length <= maxMatchedTokens) selection.match.push(anyOf(level, ids.map(tokenOf)))
      else addCondition(selection, `is_${level}${at}`, tree.isUnder(level, ids))
    }
  }
  for (const { field, min, max } of filter.ranges) conditions.push(...rangeConditions(field, min, max))
  for (const flag of filter.flags) conditions.push(`${flag}=1`)
  const choices = filter.choices?.map((list) => ['choices', list.map(choiceId)] as const) ?? []
  for (const [column, ids] of [['id', filter.ids?.map(documentId)] as const, ...choices]) {
    if (ids?.length === 0) return null
    if (ids) conditions.push(`${column} IN (${ids.join()})`)
  }
  for (const { key, min, max } of filter.numbers ?? []) {
    if (Number.isNaN(min) || Number.isNaN(max)) return null
    conditions.push(`${numberColumn(key)} IS NOT NULL`, ...rangeConditions(numberColumn(key), min, max))
  }
  if (filter.near) addCondition(selection, 'is_near', isNear(tree, filter.near))
  if (filter.kind === 'event') {
    selection.columns.push(...clockColumns(tree, now))
    const condition = takesPlace(tree, filter, now)
    if (condition) addCondition(selection, 'takes_place', condition)
  }
  return selection
}

function addCondition({ columns, conditions }: Selection, name: string, value: string): void {
  columns.push({ name, value })
  conditions.push(`${name}=1`)
}

/** Greater numbers are no price, no time, and no value of a field. */
const maxNumber = 9e15

function rangeConditions(column: string, min?: string | number, max?: string | number): string[] {
  // In cents and fractions of them, without errors of binary fractions.
  const read = (value: string | number) =>
    typeof value === 'string' ? Date.parse(value) / 1_000 : Math.round(value * 1e6) / 1e4
  const clamp = (value: number) => BigInt(Math.min(Math.max(value, -maxNumber), maxNumber))
  return [
    ...(min === undefined ? [] : [`${column}>=${clamp(Math.ceil(read(min)))}`]),
    ...(max === undefined ? [] : [`${column}<=${clamp(Math.floor(read(max)))}`]),
  ]
}

/** Returns the condition that a listing is in a town of a circle, or that its author travels to the center. */
function isNear(tree: Tree, circle: Circle): string {
  const { towns } = townsIn(tree.ids, circle)
  const inCircle = towns.length > 0 ? `IN(place_id,${towns.join()}) OR ` : ''
  return `IF(${inCircle}(reach>=0 AND ${distanceTo(circle)}<=reach),1,0)`
}

/** Adds that every concept matches; returns null if nothing can. */
export function matchAll(selection: Selection | null, concepts: readonly Concept[]): Selection | null {
  const parts = concepts.map(matchConcept)
  if (!selection || parts.includes('')) return null
  return { ...selection, match: [...selection.match, ...parts] }
}

/** Adds that one of the concepts matches; returns null if none can. */
export function matchAny(selection: Selection, concepts: readonly Concept[]): Selection | null {
  const parts = concepts.map(matchConcept).filter((part) => part !== '')
  return parts.length > 0 ? { ...selection, match: [...selection.match, `(${parts.join('|')})`] } : null
}

type Statement = Selection & {
  values: string[]
  group?: string
  order?: Key[]
  offset?: number
  limit: number
}

export function select(
  table: string,
  { match, columns, conditions, values, group, order, offset = 0, limit }: Statement,
): string {
  const where = [...(match.length > 0 ? [`MATCH('${match.join(' ')}')`] : []), ...conditions]
  const selected = columns.map(({ name, value }) => (name === value ? name : `${value} AS ${name}`))
  return [
    `SELECT ${[...values, ...selected].join()}`,
    `FROM ${table} WHERE ${where.join(' AND ')}`,
    group ? `GROUP BY ${group}` : '',
    order ? `ORDER BY ${order.map(({ name, descending }) => `${name} ${descending ? 'DESC' : 'ASC'}`)}` : '',
    `LIMIT ${offset},${limit} OPTION ranker=none,max_matches=${offset + limit},max_query_time=${maxReadMs}`,
  ].join(' ')
}
