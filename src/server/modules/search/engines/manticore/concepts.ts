/** Concepts as full-text queries, which find listings, and as expressions, which say how well they match. */
import type { Concept } from '../../engine.ts'
import { fieldWeights, rarityOf, scoreUnit } from '../matching.ts'
import type { Engine } from './cluster.ts'
import { countTokens } from './counts.ts'
import { everyListing, hashOf, placeToken, tokenOf, topicToken } from './tables.ts'
import type { Tree } from './tree.ts'

/** Returns the full-text query of a list of tokens of a field, at least one of which must occur. */
export const anyOf = (field: string, tokens: readonly string[]): string => `(@${field} ${tokens.join('|')})`

/** Returns the full-text query of what matches a concept; empty if nothing can. */
export function matchConcept({ alternatives, topics, places = [] }: Concept): string {
  const topicTokens = topics.map(({ id }) => topicToken(id))
  const parts = [
    ...(topics.length > 0 ? [anyOf('topic', topicTokens)] : []),
    ...(places.length > 0 ? [anyOf('place', places.map(placeToken))] : []),
  ]
  for (const { terms, within } of alternatives) {
    if (terms.length === 0) continue
    const tokens = terms.map(tokenOf).join(' ')
    parts.push(within ? `(@title ${tokens})` : `(@(title,text) ${tokens})`)
    if (within && within.length > 0)
      parts.push(`((@(title,text) ${tokens}) ${anyOf('topic', within.map(topicToken))})`)
  }
  return parts.length > 0 ? `(${parts.join('|')})` : ''
}

/** Returns how much each concept counts. Listings that match in several ways count several times. A single concept orders alike with any weight. */
export async function weighConcepts(engine: Engine, concepts: readonly Concept[]): Promise<number[]> {
  if (concepts.length < 2) return concepts.map(() => 1)
  const ways = concepts.map(waysToMatch)
  const countOf = await countTokens(engine, [everyListing, ...ways.flat(2)])
  const listings = countOf(everyListing)
  const matches = ways.map((tokenLists) => {
    const counts = tokenLists.map((tokens) => Math.min(...tokens.map(countOf)))
    return Math.min(
      listings,
      counts.reduce((sum, count) => sum + count, 0),
    )
  })
  return rarityOf(concepts, matches, listings)
}

/** Returns the lists of tokens of which a listing has all of one. */
const waysToMatch = ({ alternatives, topics, places = [] }: Concept): string[][] => [
  ...alternatives.flatMap(({ terms }) => (terms.length > 0 ? [terms.map(tokenOf)] : [])),
  ...topics.map(({ id }) => [topicToken(id)]),
  ...places.map((id) => [placeToken(id)]),
]

export const toUnits = (weight: number): number => Math.round(weight * scoreUnit)

/** Returns an expression: what a listing gains by a concept, or -1 if it does not match. */
export function gainOf({ alternatives, topics, places = [] }: Concept, weight: number, tree: Tree): string {
  const levels = new Map<number, { title: number[]; text: number[]; others: string[] }>()
  const at = (quality: number) => {
    const units = toUnits(weight * quality)
    const level = levels.get(units) ?? { title: [], text: [], others: [] }
    levels.set(units, level)
    return level
  }
  for (const { id, weight } of topics)
    at(weight * fieldWeights.topic).others.push(tree.isUnder('topic', [id]))
  if (places.length > 0) at(fieldWeights.place).others.push(tree.isUnder('place', places))
  for (const { terms, weight, within } of alternatives) {
    const [hash, ...more] = terms.map(hashOf)
    if (hash === undefined) continue
    const [title, text] = [at(weight * fieldWeights.title), at(weight * fieldWeights.text)]
    const isIn = (attribute: string) =>
      [hash, ...more].map((each) => `IN(${attribute},${each})`).join(' AND ')
    if (more.length === 0) title.title.push(hash)
    else title.others.push(isIn('title_terms'))
    if (more.length === 0 && !within) text.text.push(hash)
    else text.others.push(`${isIn('terms')}${within ? ` AND ${tree.isUnder('topic', within)}` : ''}`)
  }
  const isAt = ({ title, text, others }: { title: number[]; text: number[]; others: string[] }) =>
    [
      ...(title.length > 0 ? [`IN(title_terms,${title.join()})`] : []),
      ...(text.length > 0 ? [`IN(terms,${text.join()})`] : []),
      ...others.map((other) => `(${other})`),
    ].join(' OR ')
  return [...levels]
    .sort(([a], [b]) => a - b)
    .reduce((rest, [units, level]) => `IF(${isAt(level)},${units},${rest})`, '-1')
}
