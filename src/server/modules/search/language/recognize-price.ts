/** Finds the price that a search names: `under $40`, `$20–50`, `below 40 dollars`, `free`. */
import { maxPrice } from '../../../../shared/limits.ts'
import type { LanguageWords, PriceWords } from './language-words.ts'
import type { Lexicon } from './lexicon.ts'
import type { RecognizedPrice } from './parsed-query.ts'
import { cutPart, type QueryWord } from './query-words.ts'

const englishWords: PriceWords = {
  between: 'between',
  and: 'and',
  to: String.raw`to\s`,
  from: '(?:from|for)',
  under: String.raw`(?:for\s+)?(?:under|below|less\s+than|cheaper\s+than|up\s+to|at\s+most|(?:no|not)\s+more\s+than|max(?:imum)?(?:\s+of)?|<=?)`,
  orLess: String.raw`(?:or|and)\s+(?:less|under|below|cheaper)|max(?:imum)?`,
  over: String.raw`(?:over|above|more\s+than|at\s+least|(?:starting\s+(?:from|at)|from)|min(?:imum)?(?:\s+of)?|>=?)`,
  orMore: String.raw`(?:or|and)\s+(?:more|up|over|above)`,
  currencies: 'dollars?|bucks?|usd|cad|euros?|eur|pounds?|gbp',
  unit: String.raw`(?:\s*(?:/|(?:an?|per|each)\s)\s*(?:hour|hr|h|person|head|visit|ticket|night|day|lesson|session|class|month|week)\b)?`,
}

const start = String.raw`(?<![\p{L}\p{N}$€£¥.,])`
const end = String.raw`(?![\p{L}\p{N}])`

type Bound = 'min' | 'max'
type Form = { pattern: RegExp; bounds: Bound[] }

/** Numbers as `1,200.50`; in other languages also as `1 200,50` and `1.200`. */
const englishNumber = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{1,2})?`
const otherNumber = String.raw`(?:\d{1,3}(?:[,.\s]\d{3})+|\d{1,7})(?:[,.]\d{1,2})?`

/** Returns the forms of a language. The first that matches counts. Bounds are inclusive: few people mean to leave out the price that they name. */
function formsOf(words: PriceWords, number: string): Form[] {
  const amountOf = (n: 1 | 2) =>
    String.raw`(?<sign${n}>(?:us|cad?|c|a)?\s?[$€£¥]\s?)?(?<amount${n}>${number})(?<thousand${n}>k\b)?(?<currency${n}>\s?(?:[$€£]|(?:${words.currencies})\b))?`
  const [first, second] = [amountOf(1), amountOf(2)]
  /** The price of what is no filter: ads cost per hour, visit, or person. */
  const form = (source: string, ...bounds: Bound[]): Form => ({
    pattern: new RegExp(start + source + words.unit + end, 'giu'),
    bounds,
  })
  const { between, and, to, from, under, orLess, over, orMore } = words
  return [
    form(String.raw`(?:${between}\s+${first}\s*(?:-|–|—|${and}|${to})\s*${second})`, 'min', 'max'),
    form(String.raw`(?:${from}\s+)?${first}\s*(?:-|–|—|${to})\s*${second}`, 'min', 'max'),
    form(String.raw`${under}\s*${first}`, 'max'),
    form(String.raw`(?:for\s+)?${first}\s+(?:${orLess})`, 'max'),
    form(String.raw`${over}\s*${first}`, 'min'),
    form(String.raw`${first}\s*(?:\+|${orMore})`, 'min'),
  ]
}

const englishForms = formsOf(englishWords, englishNumber)
const compiled = new WeakMap<LanguageWords, Form[]>()

function formsOfLanguage(language: LanguageWords): Form[] {
  const forms = compiled.get(language) ?? formsOf(language.price, otherNumber)
  compiled.set(language, forms)
  return forms
}

/** Returns the price that the text names, and the words without those that say so. */
export function recognizePrice(
  text: string,
  words: QueryWord[],
  lexicon: Lexicon,
): { price: RecognizedPrice | null; words: QueryWord[] } {
  // English last: it would read the end of “1 000 $ max”.
  const forms = [...lexicon.languages.others.flatMap(formsOfLanguage), ...englishForms]
  for (const { pattern, bounds } of forms)
    for (const match of text.slice(0, maxLength).matchAll(pattern)) {
      const range = rangeOf(match.groups ?? {}, bounds)
      const to = match.index + match[0].length
      const isQuoted = words.some((word) => word.quoted && word.start < to && word.end > match.index)
      if (!range || isQuoted) continue
      const { words: others, ...part } = cutPart(text, words, match.index, to)
      return { price: { ...part, range }, words: others }
    }
  return (
    recognizeFree(text, words, lexicon) ?? recognizeOtherFree(text, words, lexicon) ?? { price: null, words }
  )
}

/** The words are read from this many characters, too. */
const maxLength = 1000

/** Returns null if nothing says that the numbers are money: `kids under 5`. */
function rangeOf(
  groups: Record<string, string | undefined>,
  bounds: Bound[],
): RecognizedPrice['range'] | null {
  if (![1, 2].some((n) => groups[`sign${n}`] ?? groups[`currency${n}`])) return null
  const range: RecognizedPrice['range'] = {}
  for (const [at, bound] of bounds.entries()) range[bound] = amountIn(groups, at + 1)
  const { min = 0, max = maxPrice } = range
  return min <= max ? range : null
}

function amountIn(groups: Record<string, string | undefined>, n: number): number {
  const text = groups[`amount${n}`] ?? ''
  const amount = Number(text.replace(/[,.\s](?=\d{3})/g, '').replace(',', '.'))
  return Math.min(amount * (groups[`thousand${n}`] ? 1000 : 1), maxPrice)
}

/** Words before `free` that give it another meaning: gluten free. */
const beforeOtherFree: ReadonlySet<string> = new Set(
  (
    'gluten dairy sugar nut peanut egg soy meat grain lactose alcohol fat carb smoke drug scent fragrance chemical ' +
    'cruelty plastic waste stress pain hands cage care worry debt duty toll tax allergy allergen acid lead pet'
  ).split(' '),
)
/** Words after `free` that give it another meaning. */
const afterOtherFree: ReadonlySet<string> = new Set(
  (
    'range style standing weights weight hand form throw dive diving fall spirit spirited will lance agent trial ' +
    'estimate estimates quote quotes consultation consultations parking delivery shipping wifi wi pickup'
  ).split(' '),
)

/** Returns whether the word at `at` asks for something free of charge. */
export function meansFreeOfCharge(words: string[], at: number): boolean {
  const word = words[at]
  if (word === 'complimentary') return true
  if (word !== 'free') return false
  return !beforeOtherFree.has(words[at - 1] ?? '') && !afterOtherFree.has(words[at + 1] ?? '')
}

/** Words that belong to `free`: free of charge, free admission. */
const afterFree: ReadonlySet<string> = new Set(['admission', 'entry', 'entrance', 'charge'])

function recognizeFree(text: string, words: QueryWord[], { synonyms }: Lexicon) {
  const tokens = words.map((each) => each.word)
  const at = words.findIndex(
    (each, index) =>
      !each.quoted &&
      meansFreeOfCharge(tokens, index) &&
      (synonyms.match(tokens, index)?.length ?? 0) < 2 &&
      (synonyms.match(tokens, index - 1)?.length ?? 0) < 2,
  )
  const free = words[at]
  if (!free) return null
  const from = tokens[at - 1] === 'for' ? at - 1 : at
  const next = tokens[at + 1] === 'of' ? at + 2 : at + 1
  const last = afterFree.has(tokens[next] ?? '') ? next : at
  const { words: others, ...part } = cutPart(text, words, words[from]?.start ?? 0, words[last]?.end ?? 0)
  return { price: { ...part, range: { max: 0 } }, words: others }
}

/** Finds what says the same in other languages. */
function recognizeOtherFree(text: string, words: QueryWord[], { languages }: Lexicon) {
  for (const { free, notFreeAfter } of languages.others)
    for (const phrase of free) {
      const at = words.findIndex((_, from) =>
        phrase.every((word, offset) => words[from + offset]?.word === word && !words[from + offset]?.quoted),
      )
      if (at < 0 || notFreeAfter.has(words[at - 1]?.word ?? '')) continue
      const [from, last] = [words[at]?.start ?? 0, words[at + phrase.length - 1]?.end ?? 0]
      const { words: others, ...part } = cutPart(text, words, from, last)
      return { price: { ...part, range: { max: 0 } }, words: others }
    }
  return null
}
