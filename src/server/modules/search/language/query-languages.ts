/** The languages in which searches of a site are understood: English, and those of its settings. */
import { unknownLanguage } from '../../../../shared/ad-languages.ts'
import { languagePart } from '../../../../shared/language.ts'
import { type LanguageWords, wordsOfLanguage } from './language-words.ts'
import { stem, stopWords, termsOf } from './words.ts'

/** Words that have no weight in a search, unless there are no others: those around what a visitor is looking for. */
const fillerWords: ReadonlySet<string> = new Set(
  // Asking.
  (
    'need needs needed needing want wants wanted wanting require required look looking looks search searching seek ' +
    'seeking find finding found get gets getting got hire hiring help helps helping please thanks thank hello hi hey ' +
    'recommend recommended recommendation recommendations suggest suggestions advice must may might let lets like ' +
    'love give gives giving offer offers offering provide provides providing know knows anyone anybody someone ' +
    'somebody person guy guys lady ladies gal dude folks something anything stuff thing things some any lot much many up down off over whats happening going ' +
    'really very just also even still about ' +
    // Judging.
    'good great best better top nice excellent amazing perfect quality reliable trusted trustworthy honest rated ' +
    'experienced professional professionals pro pros expert experts specialist specialists skilled certified ' +
    'licensed qualified reputable recommend famous cheap cheaper cheapest affordable inexpensive reasonable low ' +
    'cost costs price prices priced pricing rate rates quote quotes estimate estimates budget ' +
    // Where, when, and what kind of advertisement.
    'near nearby nearest around here local locally close closest area areas town city neighborhood today tonight ' +
    'tomorrow now asap soon urgent urgently currently available service services company companies business ' +
    'businesses provider providers event events listing listings ad ads son daughter wife husband'
  ).split(' '),
)

/** Words that announce a place. */
const placePrepositions: ReadonlySet<string> = new Set(
  'in near around within nearby outside at by'.split(' '),
)
/** Words between a preposition and the place. */
const placeQualifiers: ReadonlySet<string> = new Set('the downtown greater central metro city of'.split(' '))

export type QueryLanguages = {
  /** How a word can be in the index, by the languages of ads. The first is that of the site's first language. */
  stemmers: readonly ((word: string) => string)[]
  /** Those besides English that have words of their own. */
  others: readonly LanguageWords[]
  /** Returns the stems of a normalized word, each once. */
  stemsOf: (word: string) => string[]
  /** Returns the terms of a text as ads in each language have them. */
  termsOf: (text: string) => string[][]
  /** Whether searches leave a normalized word out. */
  isStop: (word: string) => boolean
  /** Whether a normalized word has no weight in a search. */
  isFiller: (word: string) => boolean
  isPreposition: (word: string) => boolean
  /** Whether a word may stand between a preposition and the place. */
  isQualifier: (word: string) => boolean
}

const asWritten = (word: string): string => word

/** Returns the languages of tags such as `en` and `fr-CA`. English is always one: ads that were posted before others were chosen are in it. */
export function queryLanguagesOf(tags: readonly string[]): QueryLanguages {
  const names = [...new Set(tags.map(languagePart))]
  const others = names.flatMap((name) => (name === 'en' ? [] : (wordsOfLanguage(name) ?? [])))
  const ofNames = names.map((name) => (name === 'en' ? stem : (wordsOfLanguage(name)?.stem ?? asWritten)))
  // A site with several languages also has ads in other ones.
  const isMixed = names.length > 1
  const stemmers = [...new Set([...ofNames, stem, ...(isMixed ? [asWritten] : [])])]
  const isIn =
    (own: ReadonlySet<string>, setOf: (language: LanguageWords) => ReadonlySet<string>) => (word: string) =>
      own.has(word) || others.some((language) => setOf(language).has(word))
  const isStop = isIn(stopWords, (language) => language.searchedStopWords)
  const isOnlyFiller = isIn(fillerWords, (language) => language.fillers)
  return {
    stemmers,
    others,
    stemsOf: (word) =>
      stemmers.length === 1 ? [stem(word)] : [...new Set(stemmers.map((stemOf) => stemOf(word)))],
    termsOf: (text) =>
      [...new Set([...names, 'en', ...(isMixed ? [unknownLanguage] : [])])].map((name) =>
        termsOf(text, name),
      ),
    isStop,
    isFiller: (word) => isOnlyFiller(word) || isStop(word),
    isPreposition: isIn(placePrepositions, (language) => language.prepositions),
    isQualifier: isIn(placeQualifiers, (language) => language.qualifiers),
  }
}

export const english: QueryLanguages = queryLanguagesOf(['en'])
