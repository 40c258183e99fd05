/** Concepts as full-text queries, which find listings, and as expressions, which say how well they match. */
import type { Concept } from '../../engine.ts'
import { hashOf, placeToken, tokenOf, topicToken } from './terms.ts'
import type { Tree } from './tree.ts'

/** How much a match in a field is worth. */
const fieldWeights = { title: 1, topic: 0.8, place: 0.6, text: 0.4 }
/** A concept that names a topic says what is wanted; other words mostly say how or when. */
const topicFactor = 2
/** Rarity changes in steps of 1.6 %, so that a query keeps its scores while single listings come and go. */
const raritySteps = 64
const scoreUnit = 4_096

/** Returns the full-text query of a list of tokens of a field, at least one of which must occur. */
export const anyOf = (field: string, tokens: readonly string[]): string => `(@${field} ${tokens.join('|')})`

/** Returns the full-text query of what matches a concept; null if nothing can. */
export function matchConcept({ alternatives, topics, places = [] }: Concept): string | null {
  const parts: string[] = []
  if (topics.length > 0)
    parts.push(
      anyOf(
        'topic',
        topics.map(({ id }) => topicToken(id)),
      ),
    )
  if (places.length > 0) parts.push(anyOf('place', places.map(placeToken)))
  const words = alternatives.filter(({ terms, within }) => terms.length === 1 && !within)
  if (words.length > 0)
    parts.push(
      anyOf(
        '(title,text)',
        words.flatMap(({ terms }) => terms.map(tokenOf)),
      ),
    )
  for (const { terms, within } of alternatives) {
    if (terms.length === 0 || (terms.length === 1 && !within)) continue
    const tokens = terms.map(tokenOf).join(' ')
    if (!within) parts.push(`(@(title,text) ${tokens})`)
    else parts.push(`(@title ${tokens})`)
    if (within && within.length > 0)
      parts.push(`((@(title,text) ${tokens}) ${anyOf('topic', within.map(topicToken))})`)
  }
  return parts.length === 0 ? null : `(${parts.join('|')})`
}

/** Returns the tokens whose numbers of listings `weighConcepts` needs. */
export const tokensOfConcepts = (concepts: readonly Concept[]): string[] => [
  ...new Set(
    concepts.flatMap(({ alternatives, topics, places = [] }) => [
      ...alternatives.flatMap(({ terms }) => terms.map(tokenOf)),
      ...topics.map(({ id }) => topicToken(id)),
      ...places.map(placeToken),
    ]),
  ),
]

/** Returns how much each concept counts: rare ones more. Listings that match in several ways count several times. */
export function weighConcepts(
  concepts: readonly Concept[],
  countOf: (token: string) => number,
  listings: number,
): number[] {
  const sum = (tokens: string[]) => tokens.reduce((total, token) => total + countOf(token), 0)
  const counts = concepts.map(({ alternatives, topics, places = [] }) => {
    const inText = alternatives.map(({ terms }) =>
      terms.length === 0 ? 0 : Math.min(...terms.map((term) => countOf(tokenOf(term)))),
    )
    const others = sum(topics.map(({ id }) => topicToken(id))) + sum(places.map(placeToken))
    return Math.min(listings, inText.reduce((total, count) => total + count, 0) + others)
  })
  const mostCommon = Math.max(...counts)
  return concepts.map(({ topics }, at) => {
    const rarity = Math.log(1 + listings / (1 + (counts[at] || mostCommon)))
    return (topics.length > 0 ? topicFactor : 1) * (Math.round(raritySteps * rarity) / raritySteps)
  })
}

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
