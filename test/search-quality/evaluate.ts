/** Judges the results of a search for labeled queries. It knows nothing about how the search works. */
import type { Kind } from '../../src/shared/listing.ts'
import { type LabeledQuery, queryClasses } from './queries.ts'

export type Result = {
  kind: Kind
  title: string
  subcategory: string | null
  /** False for a listing that matches only some of the words. */
  full: boolean
}

/** Returns the first page of services and the first page of events, each in order. */
export type Search = (text: string) => Promise<Result[]>

export type Outcome = {
  query: LabeledQuery
  /** The results that were judged, in order. */
  results: Result[]
  inTopThree: boolean
  /** The share of the first five results that are relevant; null if there are none. */
  precision: number | null
  /** The unwanted titles among the first five. */
  unwanted: string[]
  /** Whether the search page opens the tab that has an expected listing. */
  opensRightTab: boolean
}

export async function evaluate(search: Search, queries: LabeledQuery[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const query of queries) outcomes.push(judge(query, await search(query.text)))
  return outcomes
}

/** Judges the list of the expected kind. If both kinds are expected, judges the one that the search page shows. */
function judge(query: LabeledQuery, found: Result[]): Outcome {
  const shown = shownKind(found)
  const [kind = shown, otherKind] = query.kinds
  const results = found.filter((result) => result.kind === (otherKind ? shown : kind))
  const top = results.slice(0, 5)
  const isRelevant = ({ title, subcategory }: Result) =>
    query.expected.includes(title) || (subcategory !== null && query.topics.includes(subcategory))
  return {
    query,
    results,
    inTopThree: top.slice(0, 3).some(({ title }) => query.expected.includes(title)),
    precision: top.length === 0 ? null : top.filter(isRelevant).length / top.length,
    unwanted: top.map(({ title }) => title).filter((title) => query.unwanted.includes(title)),
    opensRightTab: query.kinds.includes(shown),
  }
}

/** The search page opens the tab with more results, and services if both have the same number. */
function shownKind(found: Result[]): Kind {
  const count = (kind: Kind) => found.filter((result) => result.full && result.kind === kind).length
  return count('event') > count('service') ? 'event' : 'service'
}

/** Shares from 0 to 1. They are those of queries that have an answer, except for `answered`. */
export type Summary = {
  queries: number
  topThree: number
  precision: number
  /** Queries without any result. */
  zero: number
  /** Queries with an unwanted listing in the top five. */
  unwanted: number
  rightTab: number
  /** Of the queries that no listing answers, those with a full match. */
  answered: number
}

export function summarize(outcomes: Outcome[]): Summary {
  const answerable = outcomes.filter(({ query }) => query.expected.length > 0)
  const others = outcomes.filter(({ query }) => query.expected.length === 0)
  return {
    queries: outcomes.length,
    topThree: share(answerable, ({ inTopThree }) => inTopThree),
    precision: mean(answerable.flatMap(({ precision }) => precision ?? [])),
    zero: share(answerable, ({ results }) => results.length === 0),
    unwanted: share(outcomes, ({ unwanted }) => unwanted.length > 0),
    rightTab: share(answerable, ({ opensRightTab }) => opensRightTab),
    answered: share(others, ({ results }) => results.some(({ full }) => full)),
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const share = (outcomes: Outcome[], condition: (outcome: Outcome) => boolean) =>
  mean(outcomes.map((outcome) => Number(condition(outcome))))

/** Returns a table with a row per class of query and one for all. */
export function formatSummary(outcomes: Outcome[]): string {
  const header = ['', 'queries', 'top 3', 'precision', 'no result', 'unwanted', 'right tab']
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const row = (name: string, of: Outcome[]) => {
    const { queries, topThree, precision, zero, unwanted, rightTab } = summarize(of)
    return [
      ...[name, String(queries), percent(topThree), precision.toFixed(2)],
      ...[percent(zero), percent(unwanted), percent(rightTab)],
    ]
  }
  const answerable = outcomes.filter(({ query }) => query.expected.length > 0)
  const classes = queryClasses.flatMap((name) => {
    const ofClass = answerable.filter(({ query }) => query.class === name)
    return ofClass.length === 0 ? [] : [row(name, ofClass)]
  })
  const rows = [header, ...classes, row('all', answerable)]
  const table = rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(10))).join(''),
  )
  const { answered } = summarize(outcomes)
  const note = `Of ${outcomes.length - answerable.length} queries without an answer, ${percent(answered)} have a full match.`
  return [...table, note].join('\n')
}

/** Returns a line for each query whose expected listings are missing, or whose results have an unwanted listing. */
export function formatFailures(outcomes: Outcome[]): string {
  return outcomes
    .filter(({ query, inTopThree, unwanted }) =>
      query.expected.length > 0 ? !inTopThree || unwanted.length > 0 : unwanted.length > 0,
    )
    .map(({ query, results, unwanted }) => {
      const top = results
        .slice(0, 5)
        .map(({ title, full }) => `${title.slice(0, 32)}${full ? '' : ' (partial)'}`)
      const label = unwanted.length > 0 ? 'unwanted' : results.length === 0 ? 'no result' : 'not in top 3'
      return `${query.class.padEnd(11)} ${query.text}: ${label}; found ${top.join(' · ') || 'nothing'}`
    })
    .join('\n')
}
