/** The meaning of the contract between search and its engines, without regard for speed: a list of documents, read for each query. */
import {
  type CalendarQuery,
  type Circle,
  type DocumentChange,
  type EngineFacets,
  type EngineFilter,
  type EngineHit,
  type EngineQuery,
  type EngineResult,
  type EngineWriter,
  type SearchDocument,
  type SearchEngine,
  type SearchTree,
  SearchUnavailable,
  type WordCount,
} from '../../../src/server/modules/search/engine.ts'
import { indexedWordsOf, isVocabularyWord } from '../../../src/server/modules/search/language/words.ts'
import { compareEvents, createClock, dayOf, takesPlace, timeOn } from './reference-dates.ts'
import { createJudge, type Indexed, indexDocument, type Judged } from './reference-scores.ts'
import { createTree, type Tree } from './reference-tree.ts'

const maxPartial = 200
const maxWords = 100_000
/** On a site with as many listings, words of a single one are left out. */
const manyListings = 1_000

type Index = { documents: Map<string, Indexed>; position: string | null }

export function createReferenceEngine(searchTree: SearchTree): SearchEngine & { writer: EngineWriter } {
  const tree = createTree(searchTree)
  let current: Index | null = null
  let next: Index | null = null
  const documents = () => {
    if (!current) throw new SearchUnavailable()
    return [...current.documents.values()]
  }
  return {
    search: async (query) => runQuery(documents(), tree, query),
    calendar: async (query) => findByDay(documents(), tree, query),
    countTerms: async (terms) =>
      terms.map((term) => documents().filter(({ title, text }) => title.has(term) || text.has(term)).length),
    words: async () => countWords(documents()),
    close: async () => {},
    writer: {
      position: async () => current?.position ?? null,
      async apply(changes, position) {
        if (!current) throw new Error('The engine has no index.')
        applyChanges(current, changes, position)
      },
      async rebuild(restart = false) {
        if (!next || restart) next = { documents: new Map(), position: null }
        const index = next
        return {
          position: async () => index.position,
          add: async (added, position) =>
            applyChanges(
              index,
              added.map((document) => ({ id: document.id, document })),
              position,
            ),
          async finish(position) {
            current = { ...index, position }
            next = null
          },
        }
      },
    },
  }
}

function applyChanges(index: Index, changes: readonly DocumentChange[], position: string): void {
  for (const { id, document } of changes) {
    if (document) index.documents.set(id, indexDocument(document))
    else index.documents.delete(id)
  }
  index.position = position
}

function runQuery(documents: readonly Indexed[], tree: Tree, query: EngineQuery): EngineResult {
  const judge = createJudge(documents, tree, query)
  const passes = createFilter(tree, query)
  const passing = (filter: EngineFilter) => documents.filter((each) => passes(each, filter)).map(judge)
  const judged = passing(query.filter)
  const full = judged.filter(({ isFull }) => isFull).sort(compareBy(query, tree))
  const isFilled = full.length >= query.offset + query.limit
  const partial = query.partial && !isFilled ? partialMatches(judged) : []
  const toHit =
    (isFull: boolean) =>
    ({ indexed, km }: Judged): EngineHit => ({
      id: indexed.document.id,
      place: indexed.document.place,
      km,
      full: isFull,
    })
  const hits = [...full.map(toHit(true)), ...partial.map(toHit(false))]
  return {
    hits: hits.slice(query.offset, query.offset + query.limit),
    full: full.length,
    partial: partial.length,
    facets: query.facets && facetsOf(query, tree, passing, full.length > 0 ? [] : partial),
  }
}

/** Returns those that match at least half of the query's weight, the most weight first. */
const partialMatches = (judged: Judged[]): Judged[] =>
  judged
    .filter(({ isFull, matched, weight }) => !isFull && matched > 0 && matched * 2 >= weight)
    .sort((a, b) => b.matched - a.matched || b.score - a.score || newestFirst(a, b))
    .slice(0, maxPartial)

/** Returns whether a listing passes a filter, of which `now` says when it is asked. */
function createFilter(tree: Tree, { now }: Pick<EngineQuery, 'now'>) {
  const clock = createClock(tree, now)
  return ({ document }: Indexed, filter: EngineFilter): boolean => {
    if (document.kind !== filter.kind) return false
    if (!filter.topics.every((ids) => tree.isOnTopic(document.topic, ids))) return false
    if (!filter.places.every((ids) => tree.isInPlace(document.place, ids))) return false
    if (!filter.ranges.every((range) => isInRange(document, range))) return false
    if (!filter.flags.every((flag) => document[flag])) return false
    if (!(filter.choices ?? []).every((list) => list.some((each) => document.choices.includes(each))))
      return false
    if (!(filter.numbers ?? []).every((range) => isNumberInRange(document, range))) return false
    if (filter.ids && !filter.ids.includes(document.id)) return false
    if (filter.near && !isNear(tree, filter.near, document)) return false
    return takesPlace(document, filter, clock)
  }
}

function isInRange(document: SearchDocument, range: EngineFilter['ranges'][number]): boolean {
  const number = (value: number | string) =>
    typeof value === 'string' ? Date.parse(value) : Math.round(value * 100)
  const value = number(document[range.field])
  const isBelow = range.min !== undefined && value < number(range.min)
  const isAbove = range.max !== undefined && value > number(range.max)
  return !isBelow && !isAbove
}

function isNumberInRange(
  { numbers }: SearchDocument,
  { key, min, max }: NonNullable<EngineFilter['numbers']>[number],
): boolean {
  const value = numberOf(numbers, key)
  return value !== null && (min === undefined || value >= min) && (max === undefined || value <= max)
}

/** Returns the number of a field; null without one. */
const numberOf = (numbers: SearchDocument['numbers'], key: string): number | null =>
  Object.hasOwn(numbers, key) && Number.isFinite(numbers[key]) ? (numbers[key] ?? null) : null

function isNear(tree: Tree, circle: Circle, { place, reachKm }: SearchDocument): boolean {
  const km = tree.kmTo(circle, place)
  return km !== null && (km <= circle.km || (reachKm !== null && km <= reachKm))
}

function newestFirst({ indexed: a }: Judged, { indexed: b }: Judged): number {
  const byTime = Date.parse(b.document.posted) - Date.parse(a.document.posted)
  return byTime || (a.document.id < b.document.id ? 1 : -1)
}

function compareBy({ sort, filter, now }: EngineQuery, tree: Tree): (a: Judged, b: Judged) => number {
  const clock = createClock(tree, now)
  const byDistance = (a: Judged, b: Judged) => (a.km ?? 0) - (b.km ?? 0)
  const byPrice = (a: Judged, b: Judged) => a.indexed.document.price - b.indexed.document.price
  if (typeof sort === 'object') {
    const direction = sort.descending ? -1 : 1
    const rank = ({ indexed }: Judged) =>
      direction * (numberOf(indexed.document.numbers, sort.key) ?? direction * Number.MAX_VALUE)
    return (a, b) => rank(a) - rank(b) || newestFirst(a, b)
  }
  const compare = {
    newest: () => 0,
    relevance: (a: Judged, b: Judged) => b.score - a.score || byDistance(a, b),
    distance: byDistance,
    'price-asc': byPrice,
    'price-desc': (a: Judged, b: Judged) => byPrice(b, a),
    soonest: (a: Judged, b: Judged) => compareEvents(a.indexed.document, b.indexed.document, filter, clock),
  }[sort]
  return (a, b) => compare(a, b) || newestFirst(a, b)
}

/** `shown` are partial matches that are counted instead of the full ones. */
function facetsOf(
  { filter, facets }: EngineQuery,
  tree: Tree,
  passing: (filter: EngineFilter) => Judged[],
  shown: Judged[],
): EngineFacets {
  const under = (changed: Partial<EngineFilter>): SearchDocument[] => {
    const counted =
      shown.length > 0 ? shown : passing({ ...filter, ...changed }).filter(({ isFull }) => isFull)
    return counted.map(({ indexed }) => indexed.document)
  }
  const { topicsUnder = [], placesUnder = [], inPlaces, choices = [] } = facets ?? {}
  const withoutPrice = filter.ranges.filter(({ field }) => field !== 'price')
  const withoutPictures = filter.flags.filter((flag) => flag !== 'pictures')
  return {
    topics: countUnder(
      under({ topics: [] }).map(({ topic }) => tree.topicsAbove(topic)),
      (id) => topicsUnder.includes(tree.topicParent(id)),
    ),
    places: countUnder(
      under(inPlaces ? {} : { places: [] }).map(({ place }) => tree.placesAbove(place)),
      (id) => placesUnder === 'all' || placesUnder.includes(tree.placeParent(id)),
    ),
    free: under({ ranges: withoutPrice }).filter(({ price }) => price === 0).length,
    pictures: under({ flags: withoutPictures }).filter(({ pictures }) => pictures).length,
    choices: [...Map.groupBy(new Set(choices), keyOf)].flatMap(([key, ofField]) => {
      const others = filter.choices?.filter(([first]) => keyOf(first) !== key)
      const counted = under({ choices: others }).map((document) => [...new Set(document.choices)])
      return countUnder(counted, (choice) => ofField.includes(choice))
    }),
  }
}

const keyOf = (choice = '') => choice.split(':')[0]

function countUnder<Id>(lists: Id[][], isAsked: (id: Id) => boolean): [Id, number][] {
  const counts = new Map<Id, number>()
  for (const id of lists.flat()) if (isAsked(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
}

function findByDay(documents: readonly Indexed[], tree: Tree, query: CalendarQuery) {
  const judge = createJudge(documents, tree, query)
  const passes = createFilter(tree, query)
  const days: { total: number; ids: string[] }[] = []
  for (let day = dayOf(query.from); day <= dayOf(query.to); day++) {
    const found = documents
      .filter((each) => each.document.dates && passes(each, query.filter))
      .map(judge)
      .filter(({ isFull, indexed }) => isFull && timeOn(day, indexed.document) !== null)
      .sort((a, b) => {
        const [one, other] = [timeOn(day, a.indexed.document), timeOn(day, b.indexed.document)]
        return (one ?? 0) - (other ?? 0) || newestFirst(a, b)
      })
    days.push({
      total: found.length,
      ids: found.slice(0, query.limit).map(({ indexed }) => indexed.document.id),
    })
  }
  return days
}

function countWords(documents: readonly Indexed[]): WordCount[] {
  const counts = new Map<string, number>()
  for (const { document } of documents)
    for (const word of new Set(indexedWordsOf(`${document.title} ${document.text}`, document.language)))
      if (isVocabularyWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const least = documents.length < manyListings ? 1 : 2
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, maxWords)
}
