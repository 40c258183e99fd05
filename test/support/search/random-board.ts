/** Random listings for tests of search engines. The same seed makes the same listings. */
import type {
  Day,
  DocumentDates,
  Instant,
  SearchDocument,
  SearchTree,
} from '../../../src/server/modules/search/engine.ts'
import { termsOf } from '../../../src/server/modules/search/language/words.ts'
import { addDays, dayIn, daysBetween } from '../../../src/shared/days.ts'

/** The words of listings, the common ones first. */
const boardWords = ['cleaning', 'dog', 'walks', 'music', 'rare']
/** Their terms, and one that occurs in no listing. */
export const boardTerms = [...boardWords, 'unknown'].flatMap((word) => termsOf(word))

/** Ids 1 and 2 are categories. */
export const topicIds = [1, 2, 3, 4, 5, 6]
/** Ids 1 and 2 are countries, 3 to 5 states, and 6 to 10 cities. */
export const placeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** In no tree. */
export const unknownId = 4_000

/** The choices of three fields, of which one key begins with another, and one of a field that no listing has. */
export const boardChoices = [
  ...['travel:home', 'travel:place', 'travel:online', 'travel_by:car', 'licensed:yes', 'licensed:no'],
  'unknown:yes',
]
/** The keys of fields with numbers, and of one that no listing has. A word of a query language can be a key. */
export const numberKeys = ['years', 'select', 'unknown']
export const boardNumbers = [-5, 0, 0.1, 0.29, 5, 80, 1_234_567.89, 999_999_999.99]
/** No two towns, and no center of a random circle and a town, are as far apart. */
const reaches = [0, 5, 20, 30, 60, 1_500]

const place = (id: number, parent: number | null, timeZone: string, town?: [number, number]) => ({
  id,
  parent,
  latitude: town?.[0] ?? null,
  longitude: town?.[1] ?? null,
  timeZone,
})

/** City 10 has no coordinates; 6 and 7 have the same. At `now`, places have three local days. */
export const boardTree: SearchTree = {
  topics: topicIds.map((id) => ({ id, parent: [null, null, null, 1, 1, 1, 2][id] ?? null })),
  places: [
    place(1, null, 'Europe/London'),
    place(2, null, 'Europe/London'),
    place(3, 1, 'Europe/London'),
    place(4, 1, 'Europe/London'),
    place(5, 2, 'Pacific/Pago_Pago'),
    place(6, 3, 'Europe/London', [40, -100]),
    place(7, 3, 'Europe/London', [40, -100]),
    place(8, 4, 'Pacific/Pago_Pago', [40.25, -100.25]),
    place(9, 5, 'Pacific/Kiritimati', [45, -90]),
    place(10, 5, 'Europe/London'),
  ],
}
export const now: Instant = '2026-10-31T10:30:00Z'
/** In London. */
export const today: Day = '2026-10-31'

/** Returns a random number generator (LCG) with numbers from 0 to 1. */
export function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Below = (limit: number) => number

/** Returns listings that were posted at different times. `first` is the number of the first of them, from which its id is made. */
export function createDocuments(seed: number, count: number, first = 0): SearchDocument[] {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (ids: number[]) => ids[below(ids.length)] ?? 0
  const eventShare = pick([0.05, 0.5])
  const titleShare = pick([0.05, 0.5])
  const fields = createFields(seed)
  const words = (share: number) => boardWords.filter((_, at) => random() < share / 2 ** at).join(' ')
  return Array.from({ length: count }, (_, at): SearchDocument => {
    const isEvent = random() < eventShare
    const place = pick(placeIds)
    return {
      id: idOf(first + at),
      kind: isEvent ? 'event' : 'service',
      title: `Offer ${words(titleShare)}`,
      text: `Described. ${words(0.9)}`,
      topic: pick(topicIds),
      place,
      posted: instantAt((first + at) * 60 + below(60) - 90 * 86_400),
      price: pick([0, 0.5, 100, 199.99, 200, 300]),
      pictures: random() < 0.5,
      ...fields(),
      stale: !isEvent && random() < 0.2,
      dates: isEvent ? randomDates(place, below) : null,
    }
  })
}

/** Returns a function that returns the fields of the next listing: few listings have them, or most. */
function createFields(seed: number) {
  const random = createRandom(seed + 1_000_000)
  const pick = (numbers: number[]) => numbers[Math.floor(random() * numbers.length)] ?? 0
  const choiceShare = pick([0.02, 0.6])
  const numberShare = pick([0.02, 0.9])
  const reachShare = pick([0, 0.05, 1])
  return (): Pick<SearchDocument, 'choices' | 'numbers' | 'reachKm'> => {
    const keys = numberKeys.filter((key) => key !== 'unknown' && random() < numberShare)
    return {
      choices: boardChoices.filter((choice) => !choice.startsWith('unknown:') && random() < choiceShare),
      numbers: Object.fromEntries(keys.map((key) => [key, pick(boardNumbers)])),
      reachKm: random() < reachShare ? pick(reaches) : null,
    }
  }
}

/** Returns whether a listing has a term in its title or text. */
export const hasTerm = ({ title, text }: SearchDocument, term: string): boolean =>
  termsOf(`${title} ${text}`).includes(term)

/** Spreads ids, so that their order is not that of posting. Numbers that differ by 7 have ids that end with the same digits. */
export const idOf = (number: number): string => {
  const hex = Math.imul(number + 1, 2_654_435_761) >>> 0
  return `${hex.toString(16).padStart(8, '0')}-0000-4000-8000-${(number % 7).toString(16).padStart(12, '0')}`
}

/** `seconds` after `now`. */
const instantAt = (seconds: number): Instant =>
  new Date(Date.parse(now) + seconds * 1_000).toISOString().replace('.000', '')

const timeZones = new Map(boardTree.places.map(({ id, timeZone }) => [id, timeZone]))

/** Some of the dates of today are over. */
function randomDates(place: number, below: Below): DocumentDates {
  const localDay = dayIn(timeZones.get(place) ?? '', new Date(now))
  const firstDay = addDays(today, below(12) - 6)
  const times = {
    startMinute: below(3) === 0 ? null : below(3) * 600,
    endMinute: below(3) === 0 ? null : 1_439 - below(3) * 60,
  }
  if (below(2) === 0) return randomSeries(firstDay, localDay, times, below)
  const lastDay = addDays(firstDay, below(4))
  if (below(2) === 0)
    return { firstDay, lastDay, startMinute: null, endMinute: null, endsAt: null, series: null }
  const isOver = lastDay < localDay || (lastDay === localDay && below(2) === 0)
  const endsAt = endOn(lastDay, localDay, isOver ? -below(9) : 1 + below(9))
  return { firstDay, lastDay, ...times, endsAt, series: null }
}

/** Returns an instant on a day of the place, at the time of `now` plus some seconds. */
const endOn = (day: Day, localDay: Day, seconds: number) =>
  instantAt(86_400 * daysBetween(localDay, day) + seconds)

function randomSeries(
  firstDay: Day,
  localDay: Day,
  times: Pick<DocumentDates, 'startMinute' | 'endMinute'>,
  below: Below,
): DocumentDates {
  const length = below(2)
  const starts = [firstDay]
  for (let left = 1 + below(8); left > 0; left--)
    starts.push(addDays(starts.at(-1) ?? firstDay, length + 1 + below(30)))
  // Its date of today may be over, and so not the current one.
  const since = below(2) === 0 ? localDay : addDays(localDay, 1)
  const current = starts.find((day) => addDays(day, length) >= since)
  const shown = current ?? starts.at(-1) ?? firstDay
  const series = starts.map((day): [Day, Day] => [day, addDays(day, length)])
  return {
    firstDay: shown,
    lastDay: addDays(shown, length),
    ...times,
    endsAt: endOn(addDays(starts.at(-1) ?? firstDay, length), localDay, current === undefined ? 0 : 1),
    // In any order.
    series: below(2) === 0 ? series : series.toReversed(),
  }
}
