/** Finds the place or the postal code that a search names: `barber austin tx`, `yoga in Mobile`, `cleaning nyc`, `plumber 78704`. */
import { circleAround } from '../../../../shared/distance.ts'
import { type NamedPlace, type PlaceMatch, postalCodesIn } from '../../catalog/service.ts'
import { completionsOf, isTopicWord, type Lexicon, topicsOfWord } from './lexicon.ts'
import type { RecognizedPlace, RecognizedTown } from './parsed-query.ts'
import { cutPart, type QueryWord } from './query-words.ts'

/** A city that is larger than this comes before a state of its name: New York and Washington, but not Ontario. */
const hugeCity = 600_000
/** Only the largest place of a name is meant if it has this many times the people of the others. */
const farLarger = 10
/** A place at the beginning of a search, without a preposition, has at least this many people: Austin barber. */
export const largeCity = 100_000

type Candidate = {
  /** The position of the first word, of the first word with its preposition, and after the last word. */
  at: number
  from: number
  to: number
  match: PlaceMatch
  /** How sure it is that the place is meant. */
  certainty: number
}

/** Returns the place that the words name, and the words without it and its preposition. */
export function recognizePlace(
  text: string,
  words: QueryWord[],
  lexicon: Lexicon,
): { place: RecognizedPlace | null; words: QueryWord[] } {
  const tokens = words.map((each) => each.word)
  let best: Candidate | null = null
  for (let at = 0; at < words.length; at++) {
    const match = words[at]?.quoted ? null : lexicon.places.match(tokens, at)
    const candidate = match && judge(words, at, match, lexicon)
    if (!candidate) continue
    // Equally certain candidates: the longer one, then the later one.
    const isBetter =
      !best ||
      candidate.certainty > best.certainty ||
      (candidate.certainty === best.certainty && candidate.match.length >= best.match.length)
    if (isBetter && !(best && at < best.to && candidate.match.length < best.match.length)) best = candidate
  }
  if (!best) return { place: null, words }
  const { from, to, match } = best
  const typed = text.slice(words[from]?.start, words[to - 1]?.end)
  return { place: { ...choosePlace(match), typed }, words: words.toSpliced(from, to - from) }
}

/** Returns null if the words are not meant as a place. */
function judge(words: QueryWord[], at: number, match: PlaceMatch, lexicon: Lexicon): Candidate | null {
  const to = at + match.length
  const { isFiller, isStop } = lexicon.languages
  const from = startOfPreposition(words, at, lexicon)
  const hasPreposition = from < at
  const isLast = words.slice(to).every((each) => isFiller(each.word))
  const isFirst = words.slice(0, at).every((each) => isFiller(each.word))
  const candidate = { at, from, to, match }

  if (match.length === 1) {
    const each = words[at] as QueryWord
    const isShortName = match.places.some((place) => place.code && place.level === 'city')
    if (isStop(each.word) || (isCode(each.word, match) && ordinaryCodes.has(each.word))) {
      const isMeant = hasPreposition || (isLast && !isFirst)
      const asShortName = isShortName && isMeant && !isStop(each.word)
      if (!each.capitals && !each.afterComma && !asShortName) return null
    }
    // Who has typed only `mass` so far may go on to massage.
    const isAlone = words.length === 1 && !each.capitals && match.places.every((place) => place.code)
    if (isAlone && completionsOf(each.word, lexicon).some((word) => isTopicWord(word, lexicon))) return null
    if (isOrdinary(each.word, lexicon, isShortName)) {
      if (!hasPreposition || namesThatNeedState.has(each.word)) return null
    }
  }
  if (hasPreposition) return { ...candidate, certainty: 3 }
  if (isInsidePhrase(words, at, match.length, lexicon)) return null
  if (match.length > 1 && match.places.some((place) => place.code)) return { ...candidate, certainty: 3 }
  if (isLast) return { ...candidate, certainty: 2 }
  const isLarge = match.places.some((place) => place.level !== 'city' || place.population >= largeCity)
  return (isFirst || match.length > 1) && isLarge ? { ...candidate, certainty: 1 } : null
}

/** The position of the preposition before a place, or of the place. */
function startOfPreposition(words: QueryWord[], at: number, { languages }: Lexicon): number {
  let from = at
  while (from > 0 && languages.isQualifier(words[from - 1]?.word ?? '')) from--
  if (from > 0 && languages.isPreposition(words[from - 1]?.word ?? '')) return from - 1
  return at
}

const isCode = (word: string, match: PlaceMatch) =>
  word.length === 2 && match.places.some((place) => place.code)

/** Whether a name is also an ordinary word, on any site or because of the words of its catalog. */
function isOrdinary(word: string, lexicon: Lexicon, isShortName: boolean): boolean {
  if (ordinaryNames.has(word)) return true
  return (
    !isShortName && (topicsOfWord(word, lexicon).length > 0 || lexicon.synonyms.match([word], 0) !== null)
  )
}

/** Whether a longer phrase of the synonyms contains the words of the place: Boston terrier. */
function isInsidePhrase(words: QueryWord[], at: number, length: number, { synonyms }: Lexicon): boolean {
  const tokens = words.map((each) => each.word)
  for (let start = Math.max(0, at - 3); start <= at; start++) {
    const phrase = synonyms.match(tokens, start)
    if (phrase && phrase.length > length && start + phrase.length >= at + length) return true
  }
  return false
}

/** Chooses the level that a name means. All places of that level are meant, unless one is far larger. */
function choosePlace({ places }: PlaceMatch): Omit<RecognizedPlace, 'typed'> {
  const isHuge = (place: NamedPlace) => place.level === 'city' && place.population >= hugeCity
  const isState = (place: NamedPlace) => place.level === 'state' && !place.code
  /** The state of New York contains its city. */
  const nicknamed = places.find((place) => place.code && place.level === 'city')
  const chosen =
    (nicknamed && places.find(isState)) ??
    nicknamed ??
    places.find(isHuge) ??
    places.find((place) => place.level !== 'city') ??
    places[0]
  if (!chosen) throw new Error('unreachable: a match has a place')
  const { level, name, population } = chosen
  const comparable = places.filter(
    (place) => place.level === level && place.population * farLarger >= population,
  )
  if (comparable.length === 1) return { level, name, ids: chosen.ids }
  const [shortName = name] = name.split(',')
  return { level, name: shortName, ids: [...new Set(comparable.flatMap((place) => place.ids))] }
}

/** First halves of Canadian codes that people use for something else. */
const otherMeanings: ReadonlySet<string> = new Set(['A1C', 'B2B', 'B2C', 'C2C', 'E2E', 'G2G', 'H2O', 'P2P'])
const beforeCode = 'in|near|around|at|within'

/** Returns the town of the first postal code in the text, and the words without the code and its preposition. */
export function recognizePostalCode(
  text: string,
  words: QueryWord[],
  { countryCodes, languages }: Pick<Lexicon, 'countryCodes' | 'languages'>,
): { near: RecognizedTown | null; words: QueryWord[] } {
  const prepositions = [beforeCode, ...languages.others.map((language) => language.beforeCode)].join('|')
  const prepositionBefore = new RegExp(`(?:^|\\s)(?:${prepositions})\\s+$`, 'iu')
  for (const { code, at, isHalf, town } of postalCodesIn(text, countryCodes)) {
    const end = at + code.length
    if (words.some((word) => word.quoted && word.start < end && word.end > at)) continue
    if (!words.some((word) => word.start >= at && word.end <= end)) continue
    const before = text.slice(0, at).match(prepositionBefore)?.[0] ?? ''
    // Three characters are mostly something else.
    if (isHalf && (otherMeanings.has(code.toUpperCase()) || (!before && !isWrittenAsCode(code, text))))
      continue
    if (!town) continue
    const { words: others, ...part } = cutPart(text, words, at - before.trimStart().length, end)
    return { near: { ...part, name: town.name, ...circleAround(town) }, words: others }
  }
  return { near: null, words }
}

/** Whether it is written as codes are: in capitals, or alone. */
const isWrittenAsCode = (half: string, text: string) => half === half.toUpperCase() || half === text.trim()

// ── Names with other meanings ───────────────────────────────────────────────────────────────────────────────────────────

/** Names of places that people also use for something else. A search means the place only with a preposition or the state: `mobile` is mostly not Mobile, Alabama. */
const ordinaryNames: ReadonlySet<string> = new Set(
  // Words.
  (
    'surprise green normal reading bear mission bell spring university golden orange union holiday temple liberty ' +
    'crystal pearl bend paradise superior buffalo eagle parole sunset humble queens pace alliance hurricane delta ' +
    'enterprise mobile savage fountain sunrise republic cocoa sparks marina flint rye independence liberal eden ' +
    'mentor mustang plum terrace plantation summit laurel central hope bath rock garden grove center opportunity ' +
    'commerce industry orchard harbor avenue park parks lake lakes hill hills beach valley ridge heights village ' +
    'mill mills spa forest meadow fairfield cypress magnolia olive rose lily bloom canyon globe mesa bay coral palm ' +
    'oak elm cedar maple aspen birch ash cherry apple lemon berry peach clay stone sand silver diamond ruby iron ' +
    'copper bridge bridges ferry port ocean river rivers creek brook falls well wells windsor concord champion ' +
    'signal vista plaza mirage star sterling price barber baker carpenter mason cook butler taylor fisher hunter ' +
    'miller porter potter shepherd skinner turner tanner walker weaver webb cooper fuller archer gardener gardner ' +
    'sandwich turkey ham rice pepper ginger sage basil mandarin troy jupiter venus mars ' +
    // First names and surnames.
    'alice allen alma alvin ames ana anna anderson angie arnold arthur austell barry beth brandon brent brice bruce ' +
    'bryan burke burton campbell carson charles clarence clinton dale dana davis daphne dean donna douglas dylan ' +
    'elizabeth ellen emma eugene evans floyd frank frederick gary george gilbert glen graham grant griffin harold ' +
    'harrison harvey helena henry holt howard ida jackson james jasper jerome jordan joseph kyle lawrence leander ' +
    'leon lewis linda logan louise lynn marion marshall martin martinez mary moore morgan murphy murray norman oliver ' +
    'oscar palmer parker perry peter rachel ralph ray raymond richardson robert robin rogers roy rosa russell sandy ' +
    'scott shaw shelby sherman shirley sidney stanley stephen steven stuart tucker tyler vernon vincent warren wayne ' +
    'wendell whitney wilson winston wright'
  ).split(' '),
)

/** Names that mean a place only with the state: `in spring` is a season. */
const namesThatNeedState: ReadonlySet<string> = new Set(
  'spring holiday green normal sunrise sunset central liberal universal center park lake beach parks'.split(
    ' ',
  ),
)

/** Codes of states and provinces that are also words or syllables. */
const ordinaryCodes: ReadonlySet<string> = new Set(
  'in or me ok hi la pa co oh ma id de mi mo al ar as on ab pe md va nd sd ms mt ne ca us'.split(' '),
)
