/** Finds the days that a search names: `music this weekend`, `yoga friday evening`, `market in december`, `concert dec 12`. */
import { addDays, isDay } from '../../../../shared/days.ts'
import { rangeOn } from '../day-range.ts'
import type { Day, DayFilter } from '../engine.ts'
import { months, type RelativeDays, weekdays } from '../relative-days.ts'
import type { DayWords, LanguageWords } from './language-words.ts'
import type { Lexicon } from './lexicon.ts'
import type { RecognizedDays } from './parsed-query.ts'
import { cutPart, type QueryWord } from './query-words.ts'

type Groups = Record<string, string | undefined>
/** `read` returns null if the words name no days after all, such as February 30. */
type Form = { pattern: RegExp; read: (groups: Groups, today: Day) => DayFilter | null }

const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`
const partOfDay = '(?: (?:morning|afternoon|evening|night))?'
const lead = '(?:(?:on|for|by|during|over|at|in|from|starting) )?'
const weekday = `(?<weekday>${anyOf(weekdays)})`
/** `sat` is a test, and `sun` shines. */
const shortWeekday = '(?<short>mon|tues?|weds?|thu|thur|thurs|fri|sat|sun)'
const shortMonths = months.map((month) => month.slice(0, 3))
const month = `(?<month>${anyOf(months)}|${anyOf(shortMonths)}|sept)`
/** The others are also first names, verbs, and adjectives. */
const clearMonth = '(?<month>january|february|july|september|october|november|december)'
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const lastDay = '(?:(?: to | through | until | and |-| - )(?:\\k<month> )?(?<last>\\d{1,2})(?:st|nd|rd|th)?)?'
const year = '(?: (?<year>20\\d\\d))?'

const form = (source: string, read: Form['read']): Form => ({
  pattern: new RegExp(`${source}(?=$|[ /-])`, 'y'),
  read,
})
const relative = (source: string, when: RelativeDays): Form => form(source, () => ({ when }))

/** The first that matches at a word counts. */
const forms: Form[] = [
  relative(`${lead}(?:today|tonight|tonite|2nite|this (?:morning|afternoon|evening)|later today)`, 'today'),
  relative(`${lead}(?:tomorrow|tommorow|tommorrow|tomorow|tmrw)${partOfDay}`, 'tomorrow'),
  relative(`${lead}next weekend`, 'next-weekend'),
  relative(`${lead}this (?:coming |upcoming )?(?:weekend|wknd|week end)`, 'weekend'),
  relative('(?:on|for|over|during|at) the (?:coming |upcoming )?weekend', 'weekend'),
  relative(`${lead}this week`, 'this-week'),
  relative(`${lead}next week`, 'next-week'),
  relative('(?:in |within |over |during )?(?:the )?(?:next|coming) (?:7|seven) days', 'week'),
  relative(`${lead}this month`, 'this-month'),
  relative(`${lead}next month`, 'next-month'),
  // Dates, after the day of the week or without it.
  form(`${lead}(?:${anyOf(weekdays)} )?${month} (?:the )?${day}${lastDay}${year}`, readDate),
  form(`${lead}(?:${anyOf(weekdays)} )?(?:the )?${day} (?:of )?${month}${year}`, readDate),
  form(`${lead}(?<iso>20\\d\\d-\\d\\d?-\\d\\d?)`, ({ iso = '' }) => dateOf(...numbersOf(iso))),
  form(`${lead}(?<date>\\d\\d?/\\d\\d?/20\\d\\d)`, ({ date = '' }) => {
    const [month = 0, day = 0, year = 0] = numbersOf(date)
    return dateOf(year, month, day)
  }),
  form(`(?:in|during|this|early|late|mid) ${month}${year}`, readMonth),
  form(`${lead}${clearMonth}${year}`, readMonth),
  form(`${lead}next ${weekday}${partOfDay}`, ({ weekday }) => ({ when: `next-${weekday}` as RelativeDays })),
  form(`${lead}(?:this |this coming |coming )?${weekday}${partOfDay}`, ({ weekday }) => ({
    when: weekday as RelativeDays,
  })),
  form(`${lead}(?<which>this|next|coming) ${shortWeekday}${partOfDay}`, ({ which, short = '' }) => {
    const named = weekdays.find((each) => each.startsWith(short.slice(0, 3)))
    return { when: `${which === 'next' ? 'next-' : ''}${named}` as RelativeDays }
  }),
]

const between = '(?: (?:and|or|to|through|until) |-| - )'

type Language = { forms: readonly Form[]; between: RegExp }
const english: Language = { forms, between: new RegExp(between, 'y') }
const compiled = new WeakMap<LanguageWords, Language>()

function languageOf(words: LanguageWords): Language {
  const known = compiled.get(words) ?? compile(words.days)
  compiled.set(words, known)
  return known
}

/** Returns the forms of another language, whose words are patterns. */
function compile(words: DayWords): Language {
  const { lead, partOfDay, day, last, year } = words
  const numberIn = (patterns: readonly string[], name = '') =>
    patterns.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(name))
  const placeholders: Record<string, string> = {
    lead,
    partOfDay,
    day,
    last,
    year,
    weekday: `(?<weekday>${anyOf(words.weekdays)})`,
    month: `(?<month>${anyOf(words.months)})`,
  }
  const own = (source: string, read: Form['read']) =>
    form(
      source.replace(/\{(\w+)\}/g, (_, name) => placeholders[name] ?? ''),
      read,
    )
  const inEnglish = ({ month, last, last2, ...groups }: Groups): Groups => ({
    ...groups,
    month: months[numberIn(words.months, month)],
    last: last ?? last2,
  })
  const weekdayOf = ({ weekday }: Groups) => weekdays[numberIn(words.weekdays, weekday)]
  return {
    forms: [
      ...words.dates.map((source) => own(source, (groups, today) => readDate(inEnglish(groups), today))),
      ...Object.entries(words.relative).map(([when, source]) =>
        own(source, () => ({ when: when as RelativeDays })),
      ),
      ...words.monthForms.map((source) => own(source, (groups) => readMonth(inEnglish(groups)))),
      own(words.nextWeekday, (groups) => ({ when: `next-${weekdayOf(groups)}` as RelativeDays })),
      own(words.weekday, (groups) => ({ when: weekdayOf(groups) as RelativeDays })),
    ],
    between: new RegExp(words.between, 'y'),
  }
}

/** Returns the days that the text names, and the words without those that name them. */
export function recognizeDays(
  text: string,
  words: QueryWord[],
  lexicon: Lexicon,
  today: Day,
): { days: RecognizedDays | null; words: QueryWord[] } {
  const { line, starts } = lineOf(text, words)
  const languages = [english, ...lexicon.languages.others.map(languageOf)]
  for (const [at, language] of [...words.keys()].flatMap((at) =>
    languages.map((each) => [at, each] as const),
  )) {
    const first = matchAt(language, line, starts[at] ?? 0, today)
    if (!first || meansSomethingElse(words, at, wordsUntil(starts, first.end) - at, lexicon)) continue
    let { end, days } = first
    // Friday and Saturday, December 12 to January 3
    const { between } = language
    between.lastIndex = end
    const next = between.test(line) ? matchAt(language, line, between.lastIndex, today) : null
    if (next) {
      const [one, other] = [rangeOn(days, today), rangeOn(next.days, today)]
      days = { from: [one.from, other.from].sort()[0], to: [one.to, other.to].sort()[1] }
      end = next.end
    }
    const last = words[wordsUntil(starts, end) - 1]
    const { words: others, ...part } = cutPart(text, words, words[at]?.start ?? 0, last?.end ?? 0)
    return { days: { ...part, days }, words: others }
  }
  return { days: null, words }
}

function matchAt({ forms }: Language, line: string, at: number, today: Day) {
  for (const { pattern, read } of forms) {
    pattern.lastIndex = at
    const match = pattern.exec(line)
    const days = match && read(match.groups ?? {}, today)
    if (days) return { days, end: at + match[0].length }
  }
  return null
}

/** The words as one line, with a hyphen or a slash where the text has one, and where each begins. Quoted words match nothing. */
function lineOf(text: string, words: QueryWord[]): { line: string; starts: number[] } {
  let line = ''
  const starts = words.map((word, at) => {
    const previous = words[at - 1]
    if (previous)
      line += /^[-–—/]$/.exec(text.slice(previous.end, word.start))?.[0].replace(/[–—]/, '-') ?? ' '
    const start = line.length
    line += word.quoted ? '"' : word.word
    return start
  })
  return { line, starts }
}

const wordsUntil = (starts: number[], end: number) => starts.filter((start) => start < end).length

const beforeOther: ReadonlySet<string> = new Set(
  'black good ash palm easter super cyber giving holy maundy fat first second third fourth last every'.split(
    ' ',
  ),
)
const afterOther: ReadonlySet<string> = new Set(
  'school schools service services funday best roast league times madness'.split(' '),
)

/** Whether a single word has another meaning beside its neighbors: Black Friday, Sunday school, or a phrase of the synonyms. */
function meansSomethingElse(words: QueryWord[], at: number, length: number, { synonyms }: Lexicon): boolean {
  if (length !== 1) return false
  const tokens = words.map((each) => each.word)
  if (tokens[at] === 'tomorrow' || tokens[at] === 'today' || tokens[at] === 'tonight') return false
  if (beforeOther.has(tokens[at - 1] ?? '') || afterOther.has(tokens[at + 1] ?? '')) return true
  return [at, at - 1].some((start) => {
    const phrase = start < 0 ? null : synonyms.match(tokens, start)
    return phrase !== null && phrase.length > 1 && start + phrase.length > at
  })
}

const numbersOf = (text: string) => text.split(/[-/]/).map(Number) as [number, number, number]

/** Returns the day in the form of the filter; null if there is no such day. `month` is counted from 1. */
function dateOf(year: number, month: number, day: number): { from: Day; to: Day } | null {
  const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? { from: text, to: text } : null
}

const numberOfMonth = (name = '') => shortMonths.indexOf(name.slice(0, 3)) + 1

/** Without a year, the next such day is meant. */
function readDate({ month, day, last, year }: Groups, today: Day): DayFilter | null {
  const thisYear = Number(today.slice(0, 4))
  for (const inYear of year ? [Number(year)] : [thisYear, thisYear + 1]) {
    const from = dateOf(inYear, numberOfMonth(month), Number(day))
    const to = last ? dateOf(inYear, numberOfMonth(month), Number(last)) : from
    if (from && to && from.from <= to.to && (year || to.to >= today)) return { from: from.from, to: to.to }
  }
  return null
}

function readMonth({ month, year }: Groups): DayFilter | null {
  const number = numberOfMonth(month)
  if (!year) return { when: months[number - 1] as RelativeDays }
  const from = dateOf(Number(year), number, 1)
  const next = number === 12 ? dateOf(Number(year) + 1, 1, 1) : dateOf(Number(year), number + 1, 1)
  return from && next && { from: from.from, to: addDays(next.from, -1) }
}
